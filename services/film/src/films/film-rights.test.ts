import { type AccountViewer, type Viewer, visitor } from '@marquee/runtime/viewer';
import { canEdit, isVisible, showsEditPage } from './film-rights.ts';

const person = { kind: 'account', accountId: 'somebody', roles: [] } as unknown as AccountViewer;
const film = { createdBy: 'creator' };

test.each<[string, Viewer, boolean, boolean]>([
  ['its creator', { ...person, accountId: 'creator' }, true, true],
  ['an ADMIN', { ...person, roles: ['ADMIN'] }, true, true],
  ['a SUPER-USER', { ...person, roles: ['SUPER_USER'] }, true, false],
  ['somebody else', person, false, false],
  ['a visitor', visitor, false, false],
  ['another service', { kind: 'service', service: 'media' }, false, false],
])('a film is edited, and its Edit Page shown, by %s or not [STU-10] [FLM-08:access]', (_, viewer, edits, sees) => {
  expect([canEdit(viewer, film), showsEditPage(viewer, film)]).toEqual([edits, sees]);
});

test('a film is found by everybody once it is published, approved and on the website', () => {
  const all = { published: true, isApproved: true, website: true };
  expect(isVisible(all)).toBe(true);
  for (const field of Object.keys(all)) expect(isVisible({ ...all, [field]: false })).toBe(false);
});
