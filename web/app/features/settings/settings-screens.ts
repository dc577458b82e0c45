import { type Message, msg } from '../../language/words.ts';
export type SettingsScreen = { path: string; title: Message; line: Message };
export type SettingsGroup = { title: Message; screens: readonly SettingsScreen[] };

/** Every screen of the settings, with one line that says what is there [SET-01]. */
export const SETTINGS_GROUPS: readonly SettingsGroup[] = [
  {
    title: msg('You'),
    screens: [
      {
        path: '/settings/account',
        title: msg('Account'),
        line: msg('Email, phone, passkeys, and where you are signed in.'),
      },
      { path: '/settings/notifications', title: msg('Notifications'), line: msg('What we tell you, and how.') },
      { path: '/settings/appearance', title: msg('Appearance'), line: msg('Dark, light, or as this device.') },
      { path: '/settings/language', title: msg('Language'), line: msg('Of pages, emails and messages.') },
      {
        path: '/settings/blocked-users',
        title: msg('Blocked users'),
        line: msg('People who cannot find or write to you.'),
      },
    ],
  },
  {
    title: msg('Films and tickets'),
    screens: [
      {
        path: '/settings/unlocked-films',
        title: msg('Unlocked films'),
        line: msg('What you unlocked, and until when.'),
      },
      {
        path: '/settings/invitations',
        title: msg('Invitations'),
        line: msg('Films that name you in their crew, and tickets that were sent to you.'),
      },
      { path: '/settings/tickets', title: msg('My tickets'), line: msg('Your tickets to screenings.') },
    ],
  },
  {
    title: msg('Payment'),
    screens: [
      { path: '/settings/payment', title: msg('Payment'), line: msg('Your cards and other ways to pay.') },
      {
        path: '/settings/subscription',
        title: msg('Subscription'),
        line: msg('Your plan, what it costs, and when it renews.'),
      },
      { path: '/settings/coins', title: msg('Coins'), line: msg('What you earned, and what you spent it on.') },
      { path: '/settings/receipts', title: msg('Receipts'), line: msg('What you have paid, and for what.') },
      { path: '/settings/plans', title: msg('Plans and pricing'), line: msg('What Marquee costs.') },
    ],
  },
  {
    title: msg('Help'),
    screens: [
      { path: '/settings/report-bug', title: msg('Report a bug'), line: msg('Tell us what does not work.') },
      { path: '/settings/feedback', title: msg('Submit feedback'), line: msg('Tell us what you would like.') },
      { path: '/faq', title: msg('FAQ'), line: msg('Answers to what people ask us.') },
    ],
  },
  {
    title: msg('Your data and our terms'),
    screens: [
      { path: '/settings/export', title: msg('Export my data'), line: msg('A copy of what we know about you.') },
      { path: '/settings/close-account', title: msg('Close account'), line: msg('Leave Marquee for good.') },
      { path: '/terms-of-use', title: msg('Terms of use'), line: msg('What we agree on.') },
      { path: '/privacy-policy', title: msg('Privacy policy'), line: msg('What we do with your data.') },
      { path: '/license-agreement', title: msg('License agreement'), line: msg('For films that are shown here.') },
    ],
  },
];
