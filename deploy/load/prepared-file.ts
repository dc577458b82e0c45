import { writeFile } from 'node:fs/promises';
import { cookieNames } from '@marquee/gateway/cookies';
import type { PreparedForm } from './prepare-form.ts';

/** Writes what load-tests/ read. It holds sessions: for the owner's eyes only. */
export async function writePrepared(path: string, publicUrl: string, form: PreparedForm): Promise<void> {
  const tokens = (sessions: PreparedForm['viewers']) => sessions.map(({ token }) => token);
  const { session: cookie } = cookieNames(new URL(publicUrl));
  const { filmId } = form;
  const text = JSON.stringify({ cookie, filmId, viewers: tokens(form.viewers), makers: tokens(form.makers) });
  await writeFile(path, `${text}\n`, { mode: 0o600 });
}
