import { getOption } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { SettingChangedSchema } from '@marquee/contracts/events/v1/marketing_pb';
import { page_tags as pageTags } from '@marquee/contracts/events/v1/page_tags_pb';
import { EditorialContent } from '@marquee/contracts/marketing/v1/editorial_pb';
import { newId } from '@marquee/data/ids';
import { marketingService } from '../testing/marketing-service.ts';

test('everybody reads the four texts, first as they come, then as staff have written them [SET-06:texts]', async () => {
  const marketing = await marketingService();
  const { editorial } = marketing.visitor();
  const keys = {
    'terms-of-use': EditorialContent.TERMS_OF_USE,
    'privacy-policy': EditorialContent.PRIVACY_POLICY,
    'license-agreement': EditorialContent.LICENSE_AGREEMENT,
    faq: EditorialContent.FAQ,
  };
  for (const [key, content] of Object.entries(keys)) {
    const first = await editorial.getEditorialContent({ content });
    expect(first.html).toMatch(/^<(p|h2)>/);
    expect(first.updatedAt).toBeUndefined();
    const text = `<p>The ${key} of this site.</p>`;
    await marketing.staff().settings.saveSetting({
      ...{ requestId: newId(), key, value: { text }, seenVersion: 0n, reason: 'Ours' },
    });
    const own = await editorial.getEditorialContent({ content });
    expect(own.html).toBe(text);
    expect(own.updatedAt).toBeDefined();
  }
  await expect(editorial.getEditorialContent({})).rejects.toMatchObject({ code: Code.InvalidArgument });
});

test('each text comes in every language, and staff write each of them [SET-06:languages] [SET-07:texts]', async () => {
  const marketing = await marketingService();
  const { editorial } = marketing.visitor();
  const { settings } = marketing.staff();
  const content = EditorialContent.TERMS_OF_USE;
  const textIn = async (language: string) => {
    const { html, language: shown, updatedAt } = await editorial.getEditorialContent({ content, language });
    return { html, shown, isChanged: updatedAt !== undefined };
  };
  const save = (key: string, text: string) =>
    settings.saveSetting({ requestId: newId(), key, value: { text }, seenVersion: 0n, reason: 'Ours' });

  expect(await textIn('en')).toMatchObject({ html: expect.stringContaining('What this site is'), shown: 'en' });
  expect(await textIn('fr')).toMatchObject({ html: expect.stringContaining('Ce qu’est ce site'), shown: 'fr' });
  expect(await textIn('es')).toMatchObject({ html: expect.stringContaining('Qué es este sitio'), shown: 'es' });
  expect((await textIn('de')).shown).toBe('en');

  // A translation of our text says nothing about theirs.
  await save('terms-of-use', '<p>Our own terms.</p>');
  const english = { html: '<p>Our own terms.</p>', shown: 'en', isChanged: true };
  expect([await textIn('en'), await textIn('fr'), await textIn('es')]).toEqual([english, english, english]);

  await save('terms-of-use-fr', '<p>Nos conditions.</p>');
  expect(await textIn('fr')).toEqual({ html: '<p>Nos conditions.</p>', shown: 'fr', isChanged: true });
  expect(await textIn('es')).toEqual(english);

  await settings.rollBackSetting({
    ...{ requestId: newId(), key: 'terms-of-use', toVersion: 0n, seenVersion: 1n, reason: 'Back' },
  });
  expect(await textIn('es')).toMatchObject({ html: expect.stringContaining('Qué es este sitio'), shown: 'es' });
});

test('a change drops the cached pages of its setting', () => {
  expect(getOption(SettingChangedSchema, pageTags)).toEqual(['setting:{key}']);
});
