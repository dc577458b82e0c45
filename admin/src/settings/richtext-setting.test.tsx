import { SettingType } from '@marquee/contracts/marketing/v1/settings_pb';
import { screen, waitFor } from '@testing-library/react';
import { press, show } from '../testing/show.tsx';

const terms = {
  ...{ key: 'terms-of-use', label: 'Terms of use', description: 'The page.', type: SettingType.RICHTEXT, version: 2n },
};

test('a richtext opens in its editor with what it holds, and is no change before something is typed [ADS-01:richtext]', async () => {
  const text = '<h2>One</h2><p>Some <strong>words</strong> and a <a href="/faq">link</a>.</p>';
  await show('/settings/terms-of-use', {
    getSetting: () => ({ setting: { facts: terms, value: { text }, rule: '' } }),
    listSettingVersions: () => ({ versions: [{ version: 2n, savedBy: 'a1', savedByName: 'Ada', reason: 'Shorter' }] }),
    getSettingVersion: ({ version }: { version: bigint }) => ({
      value: { text: version === 2n ? text : '<h2>One</h2><p>Some <em>old</em> words and a link.</p>' },
    }),
  });
  const editor = await screen.findByRole('textbox', { name: 'Terms of use' });
  expect(editor.querySelector('h2')?.textContent).toBe('One');
  expect(editor.querySelector('strong')?.textContent).toBe('words');
  expect(editor.querySelector('a')?.getAttribute('href')).toBe('/faq');
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);

  await press('Show changes of version 2');
  const version = screen.getByRole('group', { name: 'Version 2' });
  await waitFor(() => expect(version.querySelector('del')?.textContent).toContain('old'));
  expect([...version.querySelectorAll('ins')].map(({ textContent }) => textContent).join('')).toContain('(/faq)');
});
