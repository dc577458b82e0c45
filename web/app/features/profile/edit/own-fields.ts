import { type RouterContextProvider, redirect } from 'react-router';
import { api } from '../../../api/context.ts';
import { requireViewer, signInPath } from '../../../api/viewer.ts';
import { type EditFields, editFields } from './edit-fields.ts';

/** What the viewer may edit of themself; visitors sign in first, and onboarding comes before the profile. */
export async function ownFields(args: { context: Readonly<RouterContextProvider>; url: URL }): Promise<EditFields> {
  const { onboarding } = requireViewer(args);
  if (onboarding) throw redirect('/onboarding');
  const { user } = await args.context.get(api).profile.getCurrentUser({});
  if (!user) throw redirect(signInPath(args.url.pathname));
  return editFields(user);
}
