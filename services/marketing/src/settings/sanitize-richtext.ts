import sanitizeHtml from 'sanitize-html';

/** What a richtext may be made of: what its editor can make. No styles, no classes, no pictures, nothing that runs. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li'],
    ...['strong', 'em', 'u', 's', 'code', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    a: (tagName, { href }): sanitizeHtml.Tag => ({ tagName, attribs: href === undefined ? {} : linkTo(href) }),
  },
};

/** An address on this site may know where its reader comes from. */
function linkTo(href: string): sanitizeHtml.Attributes {
  return href.startsWith('/') ? { href } : { href, rel: 'noopener noreferrer nofollow' };
}

/** Removes from HTML what is not allowed in a richtext, and the invisible characters that no text may hold [ADS-05]. */
export function sanitizeRichtext(html: string): string {
  return sanitizeHtml(html.replace(UNSEEN, ''), ALLOWED).trim();
}

// Control characters and direction overrides, which can make one text pass for another; breaks and tabs stay.
const UNSEEN = /(?![\n\t])[\p{Cc}\u200B\uFEFF\u202A-\u202E\u2066-\u2069]/gu;
