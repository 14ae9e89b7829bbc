import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import css from './rich-text-editor.module.css'
import { asOneStep } from './rich-text-step.ts'

const openable = /^(https?:\/\/\S+|mailto:\S+@\S+|tel:[\d+-]+|\/\S*)$/i

/** Normalizes a typed address: `www.example.com` gets https. */
const addressFrom = (text: string): string => {
  const address = text.trim()
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(address) ? `https://${address}` : address
}

/** Edits the target of a link: Enter sets it, Escape cancels. */
export const LinkBar = ({ editor, close }: { editor: Editor; close: () => void }) => {
  const t = useLocalize()
  const input = useRef<HTMLInputElement>(null)
  const was: string = editor.getAttributes('link').href ?? ''
  const [text, setText] = useState(was)
  const [wrong, setWrong] = useState(false)
  useEffect(() => input.current?.focus(), [])
  const leave = () => {
    close()
    editor.commands.focus()
  }
  const set = () => {
    const href = addressFrom(text)
    if (!openable.test(href)) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    // without a selection the address itself becomes the link text
    const insertsAddress = editor.state.selection.empty && !was
    const put = insertsAddress
      ? chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      : chain.setLink({ href })
    asOneStep(editor, () => put.run())
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // keep the key from the form and its dialog
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') set()
    else leave()
  }
  return (
    <div className={css.link}>
      <input
        ref={input}
        value={text}
        inputMode="url"
        placeholder="https://"
        aria-label={t(['链接地址', 'Address of the link'])}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? 'rich-text-link-fault' : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setWrong(false)
        }}
        onKeyDown={onKeyDown}
      />
      <Button onClick={set}>{t(words.ok)}</Button>
      {was ? (
        <Button
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            close()
          }}
        >
          {t(['取消链接', 'Remove the link'])}
        </Button>
      ) : null}
      <Button kind="link" onClick={leave}>
        {t(words.cancel)}
      </Button>
      {wrong ? (
        <span id="rich-text-link-fault" role="alert">
          {t(['请输入以 http 或 https 开头的地址', 'The address has to start with http or https'])}
        </span>
      ) : null}
    </div>
  )
}
