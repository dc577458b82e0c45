import { type ContentCoding, codedEtag, compress } from './content-coding.ts';
import type { RenderedPage } from './page-renderer.ts';

/** Shorter bodies fit into one packet as they are. */
const WORTH_BYTES = 1_000;
/** Each of two codings takes at most this share of the page, so a page takes at most twice its bytes. */
const SHARE_MAX = 0.5;

/**
 * A public page in each coding that somebody asked for: compressed once, by the first who asks. Pages of a viewer are
 * sent as they are, and so is a page that sets a cookie: see docs/decisions/0033.
 */
export class CodedPage {
  readonly #page: RenderedPage;
  readonly #coded = new Map<ContentCoding, RenderedPage | Promise<RenderedPage>>();

  constructor(page: RenderedPage) {
    this.#page = page;
  }

  /** The memory that all its codings take at most. */
  get bytesMax(): number {
    return this.#page.body.length * 2;
  }

  /** At once, except while it is compressed. */
  in(coding: ContentCoding | undefined): RenderedPage | Promise<RenderedPage> {
    const { body, setsCookie } = this.#page;
    if (!coding || setsCookie || body.length < WORTH_BYTES) return this.#page;
    const kept = this.#coded.get(coding);
    if (kept) return kept;
    const coded = this.#code(coding).then((page) => {
      this.#coded.set(coding, page);
      return page;
    });
    this.#coded.set(coding, coded);
    return coded;
  }

  async #code(coding: ContentCoding): Promise<RenderedPage> {
    const page = this.#page;
    const body = await compress(page.body, coding);
    if (body.length > page.body.length * SHARE_MAX) return page;
    const etag = page.etag && codedEtag(page.etag, coding);
    const headers = page.headers.map((value, at) => {
      const name = at % 2 === 1 ? page.headers[at - 1] : undefined;
      if (name === 'content-length') return String(body.length);
      return name === 'etag' && etag ? etag : value;
    });
    return { ...page, body, etag, headers: [...headers, 'content-encoding', coding] };
  }
}
