import { PDFiumLibrary } from '@hyzyla/pdfium'

export interface PdfPage {
  /** Its text, as readers copy it, without line breaks. */
  readonly text: string
  /** In points. */
  readonly width: number
  readonly height: number
}

/** The pages of a PDF. */
export const readPdf = async (bytes: Uint8Array): Promise<readonly PdfPage[]> => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const pages = [...document.pages()].map((page) => {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const [width, height] = [Math.round(originalWidth), Math.round(originalHeight)]
    return { text: page.getText().replaceAll(/[\r\n]+/g, ''), width, height }
  })
  document.destroy()
  library.destroy()
  return pages
}

/** The bytes of an answer that is a file. */
export const bytesIn = async (answer: Response): Promise<Uint8Array> => {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** The text of all pages of a PDF. */
export const pdfText = async (bytes: Uint8Array): Promise<string> =>
  (await readPdf(bytes)).map(({ text }) => text).join('')
