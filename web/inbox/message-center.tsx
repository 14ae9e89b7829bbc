import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type InboxOverview, messages } from '#contract/inbox/message.ts'
import { type InboxKind, inboxKindNames, inboxKinds } from '#contract/inbox/message-kinds.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatTotal } from '#web/base/page/number.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import css from './message-center.module.css'
import { MessageItem } from './message-item.tsx'
import { useMarkRead } from './use-inbox.ts'

interface SearchProps {
  readonly keyword: string
  readonly unread: boolean
  readonly onKeyword: (keyword: string) => void
  readonly onUnread: (only: boolean) => void
}

/** The keyword, sent with Enter or the button, and the choice to see unread messages only. */
const MessageSearch = ({ keyword, unread, onKeyword, onUnread }: SearchProps) => {
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
      <Button type="submit">{t(words.search)}</Button>
      <label className={css.unread}>
        <input type="checkbox" checked={isOnly} onChange={(event) => choose(event.target.checked)} />
        {t(['只看未读', 'Unread only'])}
      </label>
    </form>
  )
}

interface PagerProps {
  readonly current: number
  readonly pages: number
  readonly total: number
  /** There are more messages than `total`. */
  readonly capped: boolean
  readonly go: (page: number) => void
}

/** The pages of the list; absent if there is only one. A page beyond the last leads back to the first. */
const MessagePager = ({ current, pages, total, capped, go }: PagerProps) => {
  const t = useLocalize()
  if (pages <= 1 && current <= 1) return null
  const count = formatTotal({ total, capped })
  return (
    <nav className={css.pager} aria-label={t(['分页', 'Pages'])}>
      <Button disabled={current <= 1} onClick={() => go(Math.min(current - 1, Math.max(pages, 1)))}>
        {t(['上一页', 'Previous page'])}
      </Button>
      <span role="status">
        {t([`第 ${current} 页，共 ${pages} 页 ${count} 条`, `Page ${current} of ${pages}, ${count} messages`])}
      </span>
      <Button disabled={current >= pages} onClick={() => go(current + 1)}>
        {t(['下一页', 'Next page'])}
      </Button>
    </nav>
  )
}

const tabNames = ['all', ...inboxKindNames] as const
type TabName = (typeof tabNames)[number]

const pageSize = 20
const maxCount = 99
const allWords: Text = ['全部', 'All']

/** What a list without messages says, by kind. */
const empty: Readonly<Record<TabName, Text>> = {
  all: [
    '暂无消息。办理结果、待办、提醒和公告会显示在这里。',
    'No messages. Results, tasks, reminders and notices appear here.',
  ],
  todo: ['没有待办。需要您处理的事项会显示在这里。', 'Nothing to do. What waits for you appears here.'],
  result: ['还没有办理结果。', 'No results yet.'],
  reminder: [
    '没有提醒。临近时限的事项和每日汇总会显示在这里。',
    'No reminders. Deadlines and the daily summary appear here.',
  ],
  system: ['没有账号和系统消息。', 'No messages about your account or the system.'],
  notice: ['平台还没有发布公告。', 'The platform has published no notices.'],
}
const noMatch: Text = [
  '没有符合条件的消息，请换个关键字或取消“只看未读”。',
  'No message matches. Try another keyword, or show read ones too.',
]

const unreadOf = (overview: InboxOverview | undefined, tab: TabName): number =>
  tab === 'all' ? (overview?.unread ?? 0) : (overview?.byKind[tab] ?? 0)

/** The filter in the address of the page. */
const useFilter = () => {
  const [search, change] = useSearchParams()
  const tab = tabNames.find((name) => name === search.get('kind')) ?? 'all'
  const set = (name: string, value: string | null) =>
    change(
      (before) => {
        const next = new URLSearchParams(before)
        if (name !== 'current') next.delete('current')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: name !== 'current' },
    )
  return {
    tab,
    set,
    keyword: search.get('keyword') ?? '',
    unread: search.get('unread') === '1',
    current: Math.max(1, Number(search.get('current')) || 1),
  }
}

type Filter = ReturnType<typeof useFilter>

interface ListProps {
  readonly filter: Filter
  readonly actions: ReturnType<typeof useMarkRead>
}

const MessageList = ({ filter, actions: { markRead, report } }: ListProps) => {
  const t = useLocalize()
  const { tab, keyword, unread, current, set } = filter
  const kind: InboxKind | null = tab === 'all' ? null : tab
  const query = useAnswer(messages.list, { kind, keyword, unread: unread ? 1 : null, current, size: pageSize })
  return (
    <QueryView from={query}>
      {({ records, pages, total, capped }) => (
        <>
          {records.length ? (
            <ul className={css.messages}>
              {records.map((message) => (
                <MessageItem
                  key={message.id}
                  of={message}
                  onFault={report}
                  onOpen={() => {
                    if (!message.isRead) void markRead({ ids: message.id })
                  }}
                  onRead={() => void markRead({ ids: message.id })}
                />
              ))}
            </ul>
          ) : (
            <p className={css.none}>{t(keyword || unread ? noMatch : empty[tab])}</p>
          )}
          <MessagePager
            current={current}
            pages={pages}
            total={total}
            capped={capped === true}
            go={(page) => set('current', String(page))}
          />
        </>
      )}
    </QueryView>
  )
}

/** All messages of the user, by kind: search, unread ones first, mark as read. */
export const MessageCenter = () => {
  const t = useLocalize()
  const filter = useFilter()
  const actions = useMarkRead()
  const { data } = useAnswer(messages.overview, {})
  const { tab, set } = filter
  const unread = unreadOf(data, tab)
  const label = (name: TabName) => {
    const n = unreadOf(data, name)
    const words = t(name === 'all' ? allWords : inboxKinds[name])
    const count = n > maxCount ? `${maxCount}+` : n
    return n ? t([`${words}（未读 ${count}）`, `${words} (${count} unread)`]) : words
  }
  return (
    <Tabs
      label={t(['消息类型', 'Kinds of messages'])}
      tabs={tabNames.map((name) => ({ name, label: label(name) }))}
      shown={tab}
      onShow={(name) => set('kind', name === 'all' ? null : name)}
    >
      <div className={css.bar}>
        <MessageSearch
          keyword={filter.keyword}
          unread={filter.unread}
          onKeyword={(keyword) => set('keyword', keyword)}
          onUnread={(only) => set('unread', only ? '1' : null)}
        />
        {unread ? (
          <Button onClick={() => void actions.markRead(tab === 'all' ? {} : { kind: tab })}>
            {t(['全部已读', 'Mark all as read'])}
          </Button>
        ) : null}
      </div>
      {actions.fault ? <Notice tone="bad" title={actions.fault} live /> : null}
      <MessageList filter={filter} actions={actions} />
    </Tabs>
  )
}
