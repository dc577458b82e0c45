import { pageLanguage } from '../language/words.ts';
import type { Api } from './context.ts';

export type DocumentText = {
  title: string;
  lines: string[];
  tables: { headings: string[]; rows: { cells: string[]; strong: boolean }[] }[];
};

/** A document in the language of the request, as a PDF that a browser keeps as a file. */
export async function pdfResponse(api: Api, text: DocumentText, filename: string): Promise<Response> {
  const { pdf } = await api.printing.printDocument({ language: pageLanguage(), ...text });
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'no-store',
  };
  return new Response(Buffer.from(pdf), { headers });
}
