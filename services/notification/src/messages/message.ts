/** A file that a mail brings with it. */
export type Attachment = { filename: string; contentType: string; content: Uint8Array };

/** A finished message of any channel. A text message has neither subject nor HTML. */
export type Message = {
  template: string;
  subject: string;
  text: string;
  html: string;
  /** Absolute addresses that the message holds, in their order. */
  links: string[];
  /** The code that the message holds, for a code message. */
  code: string;
  /** Files of a mail. */
  attachments?: readonly Attachment[];
  /** Where a mail program stops further mails of this kind by one click (RFC 8058), if it can. */
  oneClickUrl?: string;
};
