import { TransNoContext } from '@lingui/react/server';
import type { ReactElement, ReactNode } from 'react';
import { lingui, type Message } from './words.ts';

type Props = {
  /** The English text, with `<0>…</0>` or `<name>…</name>` where an element stands and `{name}` where a value does. */
  id: string | Message;
  values?: Record<string, ReactNode>;
  components?: Record<string, ReactElement>;
};

/** A message that contains elements: `<Trans id="Read the <0>terms</0>." components={{ 0: <a href="/terms" /> }} />`. */
export function Trans(props: Props): ReactNode {
  return <TransNoContext {...(props as Parameters<typeof TransNoContext>[0])} lingui={{ i18n: lingui() }} />;
}
