/** Characters with a meaning in HTML and XML. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** The text for use in HTML or XML, also in attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] as string)
