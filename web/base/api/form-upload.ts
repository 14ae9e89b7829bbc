import { upload } from '#contract/storage/upload.ts'

/** The upload of a file for a form: the platform deletes it if no form uses it. */
export const formUpload = {
  ...upload.putFileAttach,
  path: `${upload.putFileAttach.path}?isKept=0`,
} as typeof upload.putFileAttach
