import { upload } from '#contract/storage/upload.ts'
import type { Caller } from './platform.ts'
import { uploadFile } from './scenario.ts'

/** The response to an uploaded file. */
export interface UploadResponse {
  success: boolean
  msg: string
  data: { attachId: string; originalName: string; attachSize: number; link: string; name: string; sha256: string }
}

/** A function that uploads files for this user and returns the responses. */
export const uploaderFor =
  (owner: Caller) =>
  async (name: string, body: Buffer | string, path = upload.putFileAttach.path, who = owner) => {
    const response = await uploadFile(who, name, body, path)
    return { status: response.status, ...((await response.json()) as UploadResponse) }
  }

export const download = (who: Caller, id: string): Promise<Response> =>
  who.raw('GET', `${upload.download.path}?id=${id}`)
