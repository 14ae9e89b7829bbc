import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { frameClass, inputClass } from '#web/ui/input.tsx'
import css from './rich-text-editor.module.css'
import { asOneStep } from './rich-text-step.ts'

const openable = /^(https?:\/\/\S+|mailto:[^\s@]+@\S+|tel:[\d+-]+|\/\S*)$/i

/** Normalizes a typed address: `www.example.com` gets https. */
const addressFrom = (text: string): string => {
  const address = text.trim()
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(address) ? `https://${address}` : address
}

/** Sets the link at the selection; without a selection the address itself becomes the link text. */
const setLink = (editor: Editor, href: string, isNew: boolean): void => {
  const chain = editor.chain().focus().extendMarkRange('link')
  const change =
    isNew && editor.state.selection.empty
      ? chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      : chain.setLink({ href })
  asOneStep(editor, () => change.run())
}

interface InputProps {
  readonly text: string
  readonly isWrong: boolean
  readonly change: (text: string) => void
  readonly set: () => void
  readonly leave: () => void
}

/** The address: Enter sets it, Escape cancels. */
const AddressInput = ({ text, isWrong, change, set, leave }: InputProps) => {
  const t = useLocalize()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // keep the key from the form and its dialog
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') set()
    else leave()
  }
  return (
    <span className={`${frameClass} ${css.address}`}>
      <input
        ref={input}
        className={inputClass}
        value={text}
        inputMode="url"
        placeholder="https://"
        aria-label={t(['链接地址', 'Link address'])}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? 'rich-text-link-fault' : undefined}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}

/** Edits the target of a link, or removes the link. */
export const LinkBar = ({ editor, close }: { editor: Editor; close: () => void }) => {
  const t = useLocalize()
  const previous: string = editor.getAttributes('link').href ?? ''
  const [text, setText] = useState(previous)
  const [isWrong, setWrong] = useState(false)
  const leave = () => {
    close()
    editor.commands.focus()
  }
  const set = () => {
    const href = addressFrom(text)
    if (!openable.test(href)) return setWrong(true)
    setLink(editor, href, !previous)
    close()
  }
  const change = (typed: string) => {
    setText(typed)
    setWrong(false)
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    close()
  }
  return (
    <div className={css.link}>
      <AddressInput text={text} isWrong={isWrong} change={change} set={set} leave={leave} />
      <Button onClick={set}>{t(words.ok)}</Button>
      {previous ? <Button onClick={remove}>{t(['取消链接', 'Remove link'])}</Button> : null}
      <Button kind="link" onClick={leave}>
        {t(words.cancel)}
      </Button>
      {isWrong ? (
        <span id="rich-text-link-fault" className={css.fault} role="alert">
          {t(['请输入以 http 或 https 开头的地址', 'The address must start with http or https'])}
        </span>
      ) : null}
    </div>
  )
}
