import { refusalOf } from '../../api/api-error.ts';
import { _ } from '../../language/words.ts';
import { ErrorPage, errorTitle, GonePage } from '../../layout/error-pages.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** A notification that was deleted [NOT-02]; other errors as everywhere. */
export function NoticeError({ error }: { error: unknown }) {
  if (refusalOf(error).reason !== 'NOTICE_NOT_FOUND') return <ErrorPage error={error} />;
  return (
    <GonePage
      title={errorTitle(error)}
      actions={
        <a href="/notifications/all" className={buttonClass('primary')}>
          {_('See all notifications')}
        </a>
      }
    />
  );
}
