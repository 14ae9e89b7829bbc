import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { InboxOverview } from '#contract/inbox/message.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ErrorState, Loading } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Popover } from '#web/ui/popover.tsx'
import css from './inbox-bell.module.css'
import { MessageItem } from './message-item.tsx'
import { useMarkRead, useOverview } from './use-inbox.ts'

interface PanelProps {
  readonly of: InboxOverview
  readonly all: string
  readonly close: () => void
}

const Panel = ({ of: { unread, latest }, all, close }: PanelProps) => {
  const t = useLocalize()
  const { markRead, fault, report } = useMarkRead()
  return (
    <>
      <div className={css.title}>
        <h2>{t(['消息', 'Messages'])}</h2>
        {unread ? (
          <Button kind="link" onClick={() => void markRead({})}>
            {t(['全部已读', 'Mark all as read'])}
          </Button>
        ) : null}
      </div>
      {fault ? <Notice tone="bad" title={fault} live /> : null}
      {latest.length ? (
        <ul>
          {latest.map((message) => (
            <MessageItem
              key={message.id}
              of={message}
              onFault={report}
              onOpen={() => {
                close()
                if (!message.isRead) void markRead({ ids: message.id })
              }}
            />
          ))}
        </ul>
      ) : (
        <p className={css.none}>
          {t([
            '暂无消息。与您有关的办理结果、待办和平台公告会显示在这里。',
            'No messages. Results, tasks and notices that concern you appear here.',
          ])}
        </p>
      )}
      <p className={css.all}>
        <Link to={all} onClick={close}>
          {t(['全部消息', 'All messages'])}
        </Link>
      </p>
    </>
  )
}

export interface BellProps {
  readonly className: string
  /** The bell, with the number of unread messages. */
  readonly icon: (unread: number) => ReactNode
  /** The address of the message centre. */
  readonly all: string
}

/** The bell: how many messages are unread, and the latest ten. */
export const InboxBell = ({ className, icon, all }: BellProps) => {
  const t = useLocalize()
  const { data, error, refetch } = useOverview()
  const unread = data?.unread ?? 0
  return (
    <Popover
      className={className}
      name={t([`消息，${unread} 条未读`, `Messages: ${unread} unread`])}
      title={t(['消息', 'Messages'])}
      onOpen={() => void refetch()}
      label={icon(unread)}
    >
      {(close) =>
        data ? (
          <Panel of={data} all={all} close={close} />
        ) : (
          <div className={css.none}>{error ? <ErrorState error={error} retry={refetch} /> : <Loading />}</div>
        )
      }
    </Popover>
  )
}
