import { Link } from 'react-router'
import type { UserNotice } from '#contract/desk/notice.ts'
import { noticeAt, noticesPath } from '#contract/desk/notice-places.ts'
import type { Text } from '#contract/kit/text.ts'
import type { DeclarationMessage } from '#contract/project/my-matters.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { stepLabel } from '#web/declaration/step-words.ts'
import { Tag } from '#web/ui/notice.tsx'
import css from './message-list.module.css'
import { Part } from './part.tsx'

type Item =
  | { readonly at: string; readonly notice: UserNotice; readonly message?: never }
  | { readonly at: string; readonly message: DeclarationMessage; readonly notice?: never }

const maxItems = 10

/** The newest of both, at most ten. */
const newestFirst = (messages: readonly DeclarationMessage[], notices: readonly UserNotice[]): Item[] =>
  [
    ...messages.map((message) => ({ at: message.createTime, message })),
    ...notices.map((notice) => ({ at: notice.releaseTime, notice })),
  ]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, maxItems)

const separator: Text = ['：', ': ']

const DeclarationItem = ({ of: one }: { of: DeclarationMessage }) => {
  const t = useLocalize()
  return (
    <li>
      <p className={css.what}>
        <Link to={`/projectDetails/${one.declarationId}`}>
          {[one.office, t(stepLabel(one))].filter(Boolean).join(t(separator))}
        </Link>
        {one.from === one.to ? null : <StageTag code={one.to} name={one.toName} />}
      </p>
      <p className={css.soft}>
        <time>{one.createTime.slice(0, 16)}</time>
        <span>{one.projectName}</span>
      </p>
      {one.comment ? <p>{one.comment}</p> : null}
      {one.remarks ? <p>{t([`修改要求 ${one.remarks} 条`, `Remarks: ${one.remarks}`])}</p> : null}
    </li>
  )
}

const NoticeItem = ({ of: one }: { of: UserNotice }) => {
  const t = useLocalize()
  return (
    <li data-unread={one.isRead ? undefined : ''}>
      <p className={css.what}>
        <Link to={noticeAt(one.id)}>
          {one.isRead ? null : <span className="hidden-words">{t(['未读：', 'Unread: '])}</span>}
          {one.title}
        </Link>
        <Tag>{one.categoryName}</Tag>
      </p>
      <p className={css.soft}>
        <time>{one.releaseTime.slice(0, 16)}</time>
      </p>
    </li>
  )
}

interface Props {
  readonly messages: readonly DeclarationMessage[]
  readonly notices: readonly UserNotice[]
}

/** What others did to the declarations, and the notices of the platform, newest first. */
export const MessageList = ({ messages, notices }: Props) => {
  const t = useLocalize()
  const items = newestFirst(messages, notices)
  return (
    <Part
      name="messages"
      title={['最新消息', 'Latest messages']}
      isEmpty={items.length === 0}
      none={[
        '暂无消息。申报的受理、退回、评审结论和平台通知会显示在这里。',
        'No messages yet. Receipts, returns and decisions of your declarations, and notices of the platform appear here.',
      ]}
      extra={<Link to={noticesPath}>{t(['全部通知公告', 'All notices'])}</Link>}
    >
      <ul className={css.messages}>
        {items.map((item) =>
          item.notice ? (
            <NoticeItem key={`notice ${item.notice.id}`} of={item.notice} />
          ) : (
            <DeclarationItem key={item.message.id} of={item.message} />
          ),
        )}
      </ul>
    </Part>
  )
}
