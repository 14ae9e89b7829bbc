/** Saves content as a file of the person's computer. */
export const saveBlob = (content: Blob, name: string): void => {
  const href = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
