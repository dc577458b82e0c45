import { PDFiumLibrary } from '@hyzyla/pdfium';

/** The text of each page of a PDF. @throws Error for what is none */
export async function pdfText(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const texts = [...document.pages()].map((page) => page.getText());
    document.destroy();
    return texts;
  } finally {
    library.destroy();
  }
}
