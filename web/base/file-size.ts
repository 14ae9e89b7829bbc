/** `86.20 KB`, `1.40 MB`: sizes of files as people read them. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1_048_576 ? `${(bytes / 1024).toFixed(2)} KB` : `${(bytes / 1_048_576).toFixed(2)} MB`
