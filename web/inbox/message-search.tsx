import { type FormEvent, useState } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import css from './message-center.module.css'

interface Props {
  readonly keyword: string
  readonly unread: boolean
  readonly onKeyword: (keyword: string) => void
  readonly onUnread: (only: boolean) => void
}

/** The keyword, sent with Enter or the button, and the choice to see unread messages only. */
export const MessageSearch = ({ keyword, unread, onKeyword, onUnread }: Props) => {
  const t = useLocalize()
  const [text, setText] = useState(keyword)
  // at once, while the address of the page is still changing
  const [isOnly, setOnly] = useState(unread)
  const label = t(['搜索消息', 'Search messages'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onKeyword(text.trim())
  }
  const choose = (only: boolean) => {
    setOnly(only)
    onUnread(only)
  }
  return (
    <form className={css.search} onSubmit={submit}>
      <Input type="search" aria-label={label} placeholder={label} maxLength={64} value={text} onValue={setText} />
      <Button type="submit">{t(['搜索', 'Search'])}</Button>
      <label className={css.unread}>
        <input type="checkbox" checked={isOnly} onChange={(event) => choose(event.target.checked)} />
        {t(['只看未读', 'Unread only'])}
      </label>
    </form>
  )
}
