import { Trans } from '../../language/trans.tsx';

/** What somebody accepts who pays, above what they pay with. In a tab of its own, so that nothing typed is lost. */
export function PaidTerms() {
  return (
    <p className="text-ink-muted text-small">
      <Trans
        id="By paying you accept our <0>terms of use</0>."
        components={{
          0: <a className="text-action-ink underline" href="/terms-of-use" target="_blank" rel="noreferrer" />,
        }}
      />
    </p>
  );
}
