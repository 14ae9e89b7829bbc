import type { Transaction } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { upload } from '#contract/storage/upload.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { sendFile } from '#web/base/api/file-transfer.ts'
import { asUploadable } from './picture.ts'
import { asOneStep } from './rich-text-step.ts'

const imageDataUrl = /^data:(image\/(\w+));base64,(.*)$/is

/** Converts a picture embedded as a data URL to a file. */
const fileIn = (src: string): File => {
  const [, type = '', kind = '', bytes = ''] = imageDataUrl.exec(src) ?? []
  return new File([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))], `pasted.${kind}`, { type })
}

const uploadFile = async (file: File): Promise<string> =>
  (await sendFile(upload.putFile, await asUploadable(file))).link ?? ''

/** The first picture embedded in the text as a data URL. */
const firstEmbeddedImage = (editor: Editor): string | null => {
  let embedded: string | null = null
  editor.state.doc.descendants(({ type, attrs }) => {
    if (type.name === 'image' && imageDataUrl.test(attrs.src)) embedded ??= attrs.src
    return embedded === null
  })
  return embedded
}

/** Deletes the node at a position; a cell that becomes empty gets an empty paragraph. */
const takeOut = (change: Transaction, place: number): void => {
  const at = change.doc.resolve(place)
  const end = place + (at.nodeAfter?.nodeSize ?? 0)
  if (at.parent.canReplace(at.index(), at.index() + 1)) change.delete(place, end)
  else change.replaceWith(place, end, at.parent.contentMatchAt(0).defaultType?.createAndFill() ?? [])
}

/** Replaces an embedded picture's address, or deletes it if null; not an undo step of its own, as it belongs to the paste. */
const replaceImage = (editor: Editor, src: string, link: string | null): void => {
  const change = editor.state.tr.setMeta('addToHistory', false)
  editor.state.doc.descendants(({ type, attrs }, before) => {
    if (type.name !== 'image' || attrs.src !== src) return
    const place = change.mapping.map(before)
    if (link) change.setNodeAttribute(place, 'src', link)
    else takeOut(change, place)
  })
  editor.view.dispatch(change)
}

/** Uploads the pictures of a text; a rejected picture is removed from the text and its error is displayed. */
export const usePictures = () => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [omittedCount, setOmittedCount] = useState(0)
  const isUploadingEmbedded = useRef(false)
  const refuse = (error: unknown) => setRefusal(failureOf(error).message)

  /** Uploads files and inserts each at the cursor. */
  const take = async (editor: Editor, files: readonly File[]) => {
    setBusy(true)
    setRefusal(null)
    setOmittedCount(0)
    try {
      for (const file of files) {
        const src = await uploadFile(file)
        const alt = file.name.replace(/\.\w+$/, '')
        const put = () => editor.chain().focus().setImage({ src, alt }).run()
        asOneStep(editor, put)
      }
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  /** Uploads the embedded pictures, from first to last. */
  const uploadEmbedded = async (editor: Editor) => {
    if (isUploadingEmbedded.current || !firstEmbeddedImage(editor)) return
    isUploadingEmbedded.current = true
    setBusy(true)
    setRefusal(null)
    for (let src = firstEmbeddedImage(editor); src; src = editor.isDestroyed ? null : firstEmbeddedImage(editor)) {
      const link = await Promise.resolve(src).then(fileIn).then(uploadFile).catch(refuse)
      if (!editor.isDestroyed) replaceImage(editor, src, link || null)
    }
    isUploadingEmbedded.current = false
    setBusy(false)
  }
  return { busy, refusal, omittedCount, setOmittedCount, take, uploadEmbedded }
}
