import { Code } from '@connectrpc/connect';
import { type Answers, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { speak } from '../../language/words.ts';
import { press, seeToast, showPage } from '../../testing/show-page.tsx';
import { LanguageSettings } from './language-settings.tsx';

const user = aPerson();
const radio = (name: string) => screen.getByRole('radio', { name }) as HTMLInputElement;

async function open(answers: Answers) {
  const reloads = { count: 0 };
  const reload = () => {
    reloads.count += 1;
  };
  const path = '/settings/language';
  const { sent } = await showPage(<LanguageSettings reload={reload} />, { viewer: user, at: path, path, answers });
  return { sent, reloads };
}

const choose = (name: string) => act(async () => void fireEvent.click(radio(name)));

beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => speak('en'));

test('each language has its own name, and the one of the page is chosen [SET-07:screen]', async () => {
  await open({});
  expect(screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual(['en', 'es', 'fr']);
  expect([radio('English').checked, radio('Español').checked, radio('Français').checked]).toEqual([true, false, false]);
});

test('a choice is saved at once, and the page is loaded again in that language [SET-07:screen]', async () => {
  const { sent, reloads } = await open({ updateProfile: () => ({ user }) });
  await choose('Français');
  await waitFor(() => expect(reloads.count).toBe(1));
  expect(sent('updateProfile')).toEqual([expect.objectContaining({ preferredLanguage: 'fr' })]);
  expect(document.cookie).toMatch(/marquee-language-\d+=fr/);
});

test('while it is saved nothing else can be chosen; a failure says so and leaves the language [SET-07:screen]', async () => {
  const message = 'You are doing too many things at once. Please wait a moment and try again.';
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const refused = refusing(Code.ResourceExhausted, { message });
  const { reloads } = await open({
    updateProfile: inTurn<unknown[], unknown>(
      async (...given) => {
        await answered;
        return (refused as (...given: unknown[]) => unknown)(...given);
      },
      () => ({ user }),
    ) as never,
  });
  await choose('Español');
  expect(screen.getByText('Saving…')).toBeTruthy();
  for (const one of screen.getAllByRole('radio')) expect((one as HTMLInputElement).disabled).toBe(true);
  answer();
  expect(await screen.findByText(message)).toBeTruthy();
  expect([reloads.count, radio('English').checked]).toEqual([0, true]);
  expect(document.cookie).not.toMatch(/marquee-language-\d+=es/);
  await choose('Español');
  await waitFor(() => expect(reloads.count).toBe(1));
});

test('the page that is loaded again says so, and takes it back by undo [SET-07:screen]', async () => {
  sessionStorage.setItem('language-before', 'fr');
  const { sent, reloads } = await open({ updateProfile: () => ({ user }) });
  await seeToast('Your language was changed.');
  await press('Undo');
  await waitFor(() => expect(reloads.count).toBe(1));
  expect(sent('updateProfile')).toEqual([expect.objectContaining({ preferredLanguage: 'fr' })]);
});
