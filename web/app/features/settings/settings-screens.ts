export type SettingsScreen = { path: string; title: string; line: string };
export type SettingsGroup = { title: string; screens: readonly SettingsScreen[] };

/** Every screen of the settings, with one line that says what is there [SET-01]. */
export const SETTINGS_GROUPS: readonly SettingsGroup[] = [
  {
    title: 'You',
    screens: [
      { path: '/settings/account', title: 'Account', line: 'Email, phone, passkeys, and where you are signed in.' },
      { path: '/settings/notifications', title: 'Notifications', line: 'What we tell you, and how.' },
      { path: '/settings/appearance', title: 'Appearance', line: 'Dark, light, or as this device.' },
      { path: '/settings/language', title: 'Language', line: 'Of pages, emails and messages.' },
      { path: '/settings/blocked-users', title: 'Blocked users', line: 'People who cannot find or write to you.' },
    ],
  },
  {
    title: 'Films and tickets',
    screens: [
      { path: '/settings/unlocked-films', title: 'Unlocked films', line: 'What you unlocked, and until when.' },
      { path: '/settings/invitations', title: 'Invitations', line: 'Films that name you in their crew.' },
      { path: '/settings/tickets', title: 'My tickets', line: 'Your tickets to screenings.' },
    ],
  },
  {
    title: 'Payment',
    screens: [
      { path: '/settings/payment', title: 'Payment', line: 'Your cards and other ways to pay.' },
      { path: '/settings/plans', title: 'Plans and pricing', line: 'What Marquee costs.' },
    ],
  },
  {
    title: 'Help',
    screens: [
      { path: '/settings/report-bug', title: 'Report a bug', line: 'Tell us what does not work.' },
      { path: '/settings/feedback', title: 'Submit feedback', line: 'Tell us what you would like.' },
      { path: '/faq', title: 'FAQ', line: 'Answers to what people ask us.' },
    ],
  },
  {
    title: 'Your data and our terms',
    screens: [
      { path: '/settings/export', title: 'Export my data', line: 'A copy of what we know about you.' },
      { path: '/settings/close-account', title: 'Close account', line: 'Leave Marquee for good.' },
      { path: '/terms-of-use', title: 'Terms of use', line: 'What we agree on.' },
      { path: '/privacy-policy', title: 'Privacy policy', line: 'What we do with your data.' },
      { path: '/license-agreement', title: 'License agreement', line: 'For films that are shown here.' },
    ],
  },
];
