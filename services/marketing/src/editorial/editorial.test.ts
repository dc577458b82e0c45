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

test('a change drops the cached pages of its setting', () => {
  expect(getOption(SettingChangedSchema, pageTags)).toEqual(['setting:{key}']);
});
