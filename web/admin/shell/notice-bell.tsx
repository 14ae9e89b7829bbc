import { Link } from 'react-router'
import { notice, type UserNotice } from '#contract/desk/notice.ts'
import { ask, failureOf, invalidate, useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { BellIcon } from '#web/ui/icons.ts'
import { Tag } from '#web/ui/notice.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './notice-bell.module.css'
import tools from './top-bar-tools.module.css'
import { Count } from './top-bar-tools.tsx'

const minutes = 60_000

/** Refetched when the window gets the focus, and every five minutes while it has it. */
const useNotices = () =>
  useAnswer(notice.calls.mine, {}, { refetchOnWindowFocus: true, refetchInterval: 5 * minutes, staleTime: minutes })

const NoticeItem = ({
  of: { id, title, categoryName, releaseTime, isRead },
  close,
}: {
  of: UserNotice
  close: () => void
}) => {
  const t = useLocalize()
  return (
    <li>
      <Link
        to={`/desk/notice/${id}`}
        className={css.notice ?? ''}
        data-unread={isRead ? undefined : ''}
        onClick={close}
      >
        <span className={css.head}>
          <strong>
            {isRead ? null : <span className="hidden-words">{t(['未读：', 'Unread: '])}</span>}
            {title}
          </strong>
          <time>{releaseTime.slice(5, 16)}</time>
        </span>
        <Tag>{categoryName}</Tag>
      </Link>
    </li>
  )
}

/** The platform's notices and how many of them the user has not read (specification 000, section 2). */
export const NoticeBell = () => {
  const t = useLocalize()
  const toaster = useToaster()
  const { data, refetch } = useNotices()
  const { unread = 0, notices = [] } = data ?? {}
  const readAll = async () => {
    try {
      const ids = notices.filter(({ isRead }) => !isRead).map(({ id }) => id)
      await ask(notice.calls.read, { ids: ids.join() })
      await invalidate(notice.calls.mine.path)
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
  return (
    <Popover
      className={iconButtonClass(tools.tool)}
      name={t([`通知公告，${unread} 条未读`, `Notices: ${unread} unread`])}
      title={t(notice.label)}
      onOpen={() => void refetch()}
      label={
        <>
          <BellIcon aria-hidden="true" />
          <Count of={unread} />
        </>
      }
    >
      {(close) => (
        <>
          <div className={css.title}>
            <h2>{t(notice.label)}</h2>
            {unread ? (
              <Button kind="link" onClick={() => void readAll()}>
                {t(['全部标为已读', 'Mark all as read'])}
              </Button>
            ) : null}
          </div>
          {notices.length ? (
            <ul className={css.notices}>
              {notices.map((one) => (
                <NoticeItem key={one.id} of={one} close={close} />
              ))}
            </ul>
          ) : (
            <p className={css.none}>{t(['暂无通知', 'No notices'])}</p>
          )}
        </>
      )}
    </Popover>
  )
}
