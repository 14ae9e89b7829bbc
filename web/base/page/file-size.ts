/** File size for the reader: `512 B`, `86.20 KB`, `1.40 MB`. */
export const formatFileSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1_048_576 ? `${(bytes / 1024).toFixed(2)} KB` : `${(bytes / 1_048_576).toFixed(2)} MB`
}
