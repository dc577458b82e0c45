import { ACCOUNT_MESSAGES } from './account-messages.ts';
import { saysNoAccount, signInMessage } from './challenge.ts';
import { isEmail, mailboxOf, normalizeEmail } from './email.ts';
import { fullNameSchema, locationSchema, talentsSchema, userTypeSchema } from './profile.ts';
import { createAccountSchema, emailSignInSchema, signInSchema } from './sign-in.ts';

const messages = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message);

test.each(['ada@example.com', 'a.b+c@sub.example.co.uk', ' Ada@Example.Com ', 'ä@exämple.org'])(
  '%s is an email [AUT-01:core]',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each([
  '',
  '+1 202 555 0142',
  '2025550142',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'a b@c.de',
  'a@b..',
  'a@b@c.de',
])('"%s" is no email [AUT-01:core]', (text) => {
  expect(isEmail(text)).toBe(false);
});

test('an email has at most 254 characters [AUT-01:core]', () => {
  const address = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
  expect([isEmail(address(254)), isEmail(address(255))]).toEqual([true, false]);
});

test('a long text is judged without trying its parts again and again', () => {
  const before = process.cpuUsage();
  expect(isEmail(`${'a'.repeat(1_000_000)}@`)).toBe(false);
  expect(isEmail(`a@${'b.'.repeat(126)}`)).toBe(false);
  // Time of this process alone: a quadratic pattern takes minutes here.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

test('emails are kept trimmed and in lower case', () => {
  expect(normalizeEmail(' Ada@Example.COM ')).toBe('ada@example.com');
});

test('sign-in takes one of both [AUT-01:core AUT-02:core]', () => {
  expect(messages(signInSchema, { email: '', phoneNumber: '' })).toEqual(['Please enter your email or phone.']);
  expect(messages(signInSchema, { email: 'a@b.co', phoneNumber: '' })).toBeUndefined();
  expect(messages(signInSchema, { email: '', phoneNumber: '+12025550142' })).toBeUndefined();
  expect(messages(emailSignInSchema, { email: ' ' })).toEqual(['Please enter your email.']);
});

test('account creation says all that is missing at once, and defaults to the United States [AUT-04:core]', () => {
  expect(
    messages(createAccountSchema, { email: '', phoneNumber: '', firstName: '', lastName: ' \u200b', country: '' }),
  ).toEqual([
    'Please provide your legal first name',
    'Please provide your legal last name',
    'Please enter your email or phone.',
  ]);
  const given = { email: 'a@b.co', phoneNumber: '+12025550142', firstName: 'Ada', lastName: 'L', country: '' };
  expect(createAccountSchema.parse(given)).toMatchObject({ country: 'US' });
});

test('phone numbers are normalised; a new account has the dial code of its country [AUT-03:schema]', () => {
  expect(signInSchema.parse({ email: '', phoneNumber: '(202) 555-0142' }).phoneNumber).toBe('+12025550142');
  const given = { email: '', firstName: 'Ada', lastName: 'L' };
  const phoneOf = (country: string, phoneNumber: string) =>
    createAccountSchema.parse({ ...given, country, phoneNumber }).phoneNumber;
  expect(phoneOf('PT', '912 345 678')).toBe('+351912345678');
  expect(phoneOf('', '202-555-0142')).toBe('+12025550142');
  expect(phoneOf('PT', '+1 202 555 0142')).toBe('+12025550142');
});

test('names have a title and a body for their refusal [ONB-03:core]', () => {
  expect(messages(fullNameSchema, { firstName: ' ', lastName: 'x'.repeat(46) })).toEqual([
    'Please provide your legal first name',
    'Please provide your legal last name',
  ]);
  expect(ACCOUNT_MESSAGES.firstNameInvalid.title).toBe('Invalid first name');
  expect(ACCOUNT_MESSAGES.lastNameInvalid.title).toBe('Invalid last name');
  expect(fullNameSchema.parse({ firstName: ' Ada ', lastName: 'L ' })).toEqual({ firstName: 'Ada', lastName: 'L' });
});

test('talents are one to four of the list [ONB-04:core]', () => {
  expect(messages(talentsSchema, [])).toEqual(['Please select at least 1 skill.']);
  expect(messages(talentsSchema, ['Actor'])).toBeUndefined();
  for (const wrong of [['Juggler'], ['Actor', 'Actor']]) {
    expect(messages(talentsSchema, wrong)).toEqual([ACCOUNT_MESSAGES.talentUnknown]);
  }
  expect(messages(talentsSchema, ['Actor', 'Editor', 'Model', 'Singer'])).toBeUndefined();
  expect(messages(talentsSchema, ['Actor', 'Editor', 'Model', 'Singer', 'Dancer'])).toEqual([
    'Please select at most 4 skills.',
  ]);
});

test('the chooser has Movie Lover and Pro, Individual or Company, and never b2b [ONB-01:core]', () => {
  expect(userTypeSchema.parse({ consumerType: 'MOVIE_LOVER' })).toEqual({ consumerType: 'MOVIE_LOVER' });
  expect(messages(userTypeSchema, { consumerType: 'ENTERTAINMENT_PRO', type: 'COMPANY' })).toBeUndefined();
  expect(messages(userTypeSchema, { consumerType: 'ENTERTAINMENT_PRO' })).toEqual([
    'Please choose Individual or Company.',
  ]);
  expect(messages(userTypeSchema, { consumerType: 'B2B' })).toEqual([
    'Please choose Movie Lover or Entertainment Pro.',
  ]);
});

test('a place has a country of the list, and city and state of 30 characters [ONB-06:core]', () => {
  expect(messages(locationSchema, { country: 'PT', state: '', city: 'x'.repeat(30) })).toBeUndefined();
  expect(messages(locationSchema, { country: '', state: '', city: '' })).toEqual([
    'Please select a country from the list.',
  ]);
  expect(messages(locationSchema, { country: 'PT', state: 'x'.repeat(31), city: '' })).toHaveLength(1);
});

test("the server's texts are shown as given, but for a taken email and none at all [AUT-11:core AUT-12:core]", () => {
  expect(signInMessage('Something else.')).toBe('Something else.');
  expect(signInMessage('Email address already in use.')).toBe('That email is already used. Please sign in instead.');
  expect(signInMessage('')).toBe("We can't sign you in right now. Please try again later.");
  expect(signInMessage(undefined)).toBe("We can't sign you in right now. Please try again later.");
  expect(saysNoAccount(ACCOUNT_MESSAGES.noAccount)).toBe(true);
  expect(saysNoAccount(ACCOUNT_MESSAGES.noAccountWithPhone)).toBe(true);
  expect(saysNoAccount(ACCOUNT_MESSAGES.attemptExpired)).toBe(false);
});

test.each([
  [' Zoe@Example.com ', 'zoe@example.com'],
  ['zoe+news+more@example.com', 'zoe@example.com'],
  ['z.o.e@example.com', 'z.o.e@example.com'],
  ['z.o.e+a@GoogleMail.com', 'zoe@gmail.com'],
  ['+zoe@example.com', '+zoe@example.com'],
])('%s is the mailbox %s, to compare recipients [FLM-05:invite]', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
