/** Longest piece handed to the voice at once: some stop in the middle of long ones. */
const longest = 120

/** A text in pieces a voice can read: whole sentences where they fit, cut where they do not. */
export const piecesOf = (text: string): string[] => {
  const pieces: string[] = []
  for (const sentence of text.replace(/\s+/g, ' ').split(/(?<=[。！？；!?;])\s*|(?<=\.)\s+/)) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + sentence.length <= longest) pieces[pieces.length - 1] = last + sentence
    else for (let at = 0; at < sentence.length; at += longest) pieces.push(sentence.slice(at, at + longest))
  }
  return pieces.map((piece) => piece.trim()).filter(Boolean)
}

/** What is chosen on the page, else the whole of its main part as it is seen. */
export const textToRead = (): string => {
  const chosen = getSelection()?.toString().trim()
  return chosen || (document.querySelector<HTMLElement>('main')?.innerText ?? '')
}

const canSpeak = (): boolean => 'speechSynthesis' in window

/** Reads aloud, piece by piece; `ended` is called at the end and where it was stopped. False where the browser has no voice. */
export const read = (text: string, lang: 'zh-CN' | 'en', ended: () => void): boolean => {
  if (!canSpeak()) return false
  speechSynthesis.cancel()
  const pieces = piecesOf(text)
  for (const [i, piece] of pieces.entries()) {
    const words = new SpeechSynthesisUtterance(piece)
    words.lang = lang
    words.onerror = ended
    if (i === pieces.length - 1) words.onend = ended
    speechSynthesis.speak(words)
  }
  if (pieces.length === 0) ended()
  return true
}

export const stopReading = (): void => {
  if (canSpeak()) speechSynthesis.cancel()
}
