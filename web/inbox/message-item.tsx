import { Link } from 'react-router'
import type { InboxMessage } from '#contract/inbox/message.ts'
import { inboxKinds } from '#contract/inbox/message-kinds.ts'
import { downloadFrom } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import css from './message-item.module.css'

const tones: Readonly<Record<InboxMessage['kind'], Tone>> = {
  todo: 'ask',
  result: 'good',
  reminder: 'busy',
  system: 'calm',
  notice: 'calm',
}

export const isNew = ({ isRead, isDone }: InboxMessage): boolean => !isRead && !isDone

interface TitleProps {
  readonly of: InboxMessage
  readonly onOpen: () => void
  /** A file could not be saved. */
  readonly onFault: (error: unknown) => void
}

/** The title as a link to the exact place; a file is saved; without a link it is only text. */
const MessageTitle = ({ of: message, onOpen, onFault }: TitleProps) => {
  const t = useLocalize()
  const { title, link } = message
  const words = (
    <>
      {isNew(message) ? <span className="hidden-words">{t(['未读：', 'Unread: '])}</span> : null}
      {title}
    </>
  )
  if (link === null) return <span className={css.title}>{words}</span>
  if (!link.startsWith('/api/'))
    return (
      <Link to={link} className={css.title} onClick={onOpen}>
        {words}
      </Link>
    )
  const save = () => {
    onOpen()
    downloadFrom(link, title).catch(onFault)
  }
  return (
    <button type="button" className={css.title} onClick={save}>
      {words}
    </button>
  )
}

interface Props extends TitleProps {
  /** Marks it as read without opening it. */
  readonly onRead?: () => void
}

/** One message: its kind, title, time and text. */
export const MessageItem = ({ of: message, onOpen, onFault, onRead }: Props) => {
  const t = useLocalize()
  const { kind, text, createTime, isDone } = message
  return (
    <li className={css.message} data-unread={isNew(message) ? '' : undefined}>
      <p>
        <MessageTitle of={message} onOpen={onOpen} onFault={onFault} />
      </p>
      {text ? <p className={css.text}>{text}</p> : null}
      <p className={css.foot}>
        <Tag tone={isDone ? 'calm' : tones[kind]}>{t(inboxKinds[kind])}</Tag>
        {isDone ? <Tag>{t(['已办结', 'Finished'])}</Tag> : null}
        <time>{createTime.slice(0, 16)}</time>
        {onRead && isNew(message) ? (
          <button type="button" className={css.mark} onClick={onRead}>
            {t(['标为已读', 'Mark as read'])}
          </button>
        ) : null}
      </p>
    </li>
  )
}
