/** What mail servers and mailbox providers send about a mail, as RFC 3464 and RFC 5965 have it. */
type Reported = {
  /** Where the report goes to: the return path of the mail. */
  to: string;
  recipient: string;
  /** The mail itself, or its head. */
  mail: string;
};

const BOUNDARY = '=_report';

function report(kind: string, { to, mail }: Reported, about: string[]): Uint8Array {
  const [head = ''] = mail.split('\r\n\r\n');
  const lines = [
    'From: MAILER-DAEMON@mx.example.com',
    `To: ${to}`,
    'Subject: About your mail',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${kind}; boundary="${BOUNDARY}"`,
    '',
    `--${BOUNDARY}`,
    'Content-Type: text/plain',
    '',
    'This is about your mail.',
    `--${BOUNDARY}`,
    `Content-Type: message/${kind}`,
    '',
    ...about,
    `--${BOUNDARY}`,
    'Content-Type: text/rfc822-headers',
    '',
    head,
    `--${BOUNDARY}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

/** A delivery status notification. */
export const statusReport = (reported: Reported, { action = 'failed', status = '5.1.1' } = {}): Uint8Array =>
  report('delivery-status', reported, [
    'Reporting-MTA: dns; mx.example.com',
    '',
    `Final-Recipient: rfc822; ${reported.recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} <${reported.recipient}>`,
    '  no such user here',
    '',
  ]);

/** A report of a feedback loop. */
export const feedbackReport = (reported: Reported, type = 'abuse'): Uint8Array =>
  report('feedback-report', reported, [
    `Feedback-Type: ${type}`,
    'User-Agent: Loop/1.0',
    'Version: 1',
    `Original-Rcpt-To: ${reported.recipient}`,
    '',
  ]);
