import Image from '@tiptap/extension-image'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { readOf } from '#contract/kit/check.ts'
import { upload } from '#contract/storage/upload.ts'
import { failureOf } from '#web/base/caller.ts'
import { send } from '#web/base/files.ts'
import { richTextClass } from '#web/base/rich-text.tsx'
import { useSay } from '#web/base/say.ts'
import type { ControlProps } from '#web/form/control.ts'
import { CharactersLeft } from '#web/form/controls.tsx'
import { frameClass, useTied } from '#web/ui/input.tsx'
import { asUploadable } from './picture.ts'
import css from './rich-text-editor.module.css'
import { asOneStep } from './rich-text-step.ts'
import { tables } from './rich-text-table.ts'
import { RichTextTools } from './rich-text-tools.tsx'

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto', 'tel'] },
  }),
  Image,
  ...tables,
]

/** What was typed as it is kept; nothing at all where it is empty. */
const htmlOf = (editor: Editor): string | null => (editor.isEmpty ? null : editor.getHTML())

/** Uploads pictures and puts each where the cursor is; what is refused says why and leaves the text as it was. */
const usePictures = () => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (editor: Editor, files: readonly File[]) => {
    setBusy(true)
    setRefusal(null)
    try {
      for (const file of files) {
        const { link } = await send(upload.putFile, await asUploadable(file))
        const alt = file.name.replace(/\.\w+$/, '')
        const put = () =>
          editor
            .chain()
            .focus()
            .setImage({ src: link ?? '', alt })
            .run()
        asOneStep(editor, put)
      }
    } catch (error) {
      setRefusal(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, take }
}

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Text with headings, lists, links and pictures. Pasted text keeps what the platform can keep (server/base/rich-text.ts). */
export const RichTextEditor = ({ field, value, onChange, disabled }: ControlProps) => {
  const t = useSay()
  const { id, describedBy, bad } = useTied()
  const { busy, refusal, take } = usePictures()
  const taken = useRef(take)
  taken.current = take
  const html = typeof value === 'string' ? value : ''
  const editor = useEditor({
    ...{ extensions, content: html, editable: !disabled, injectCSS: false, shouldRerenderOnTransaction: true },
    onUpdate: ({ editor: now }) => onChange(htmlOf(now)),
    editorProps: {
      attributes: {
        ...{ id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': t(field.label) },
        ...{ class: `${richTextClass} ${css.page}`, 'aria-describedby': describedBy ?? '' },
        ...(bad ? { 'aria-invalid': 'true' } : {}),
      },
      handlePaste: (_view, event) => takeFrom(event.clipboardData),
      handleDrop: (_view, event) => takeFrom(event.dataTransfer),
    },
  })
  const now = useRef<Editor | null>(editor)
  now.current = editor
  const takeFrom = (data: DataTransfer | null): boolean => {
    const files = picturesIn(data)
    if (files.length && now.current) void taken.current(now.current, files)
    return files.length > 0
  }
  // shown again after it was hidden, the page is drawn once with the editor of before
  useEffect(() => {
    if (!editor.isDestroyed) editor.setEditable(!disabled, false)
  }, [editor, disabled])
  // the form may be given other values, such as those of a session that ended
  useEffect(() => {
    if (!editor.isDestroyed && html !== (htmlOf(editor) ?? '')) editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  return (
    <>
      <div className={`${frameClass} ${css.frame}`} data-off={disabled || undefined}>
        {disabled ? null : (
          <RichTextTools editor={editor} busy={busy} takePictures={(files) => void take(editor, files)} />
        )}
        <EditorContent editor={editor} className={css.scroll} />
      </div>
      {refusal ? (
        <span role="alert" className={css.refusal}>
          {refusal}
        </span>
      ) : null}
      {field.max ? <CharactersLeft most={field.max} typed={readOf(html)} /> : null}
    </>
  )
}
