import { useEffect, useRef, useState } from 'react'
import type { OutOf } from '#contract/kit/call.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { loginSessions, sessionFields } from '#contract/login-sessions.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, queries, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import css from './account.module.css'

const phones = /iPhone|Android|鸿蒙|HarmonyOS/

/** Line icon of a phone or a desktop computer. */
const DeviceIcon = ({ browser }: { browser: string }) => (
  <svg
    className={css.sign}
    viewBox="0 0 32 32"
    width="32"
    height="32"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    {phones.test(browser) ? (
      <path
        strokeWidth="1.6"
        d="M10.5 3.5h11a2 2 0 0 1 2 2v21a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-21a2 2 0 0 1 2-2zM14 25h4"
      />
    ) : (
      <path
        strokeWidth="1.6"
        d="M5 5.500h22a1.500 1.500 0 0 1 1.500 1.500v13a1.500 1.500 0 0 1-1.500 1.500h-22a1.500 1.500 0 0 1-1.500-1.500v-13a1.500 1.500 0 0 1 1.500-1.500zM16 21.500v5M10.500 26.500h11"
      />
    )}
  </svg>
)

type Session = OutOf<typeof loginSessions.sessions>[number]

interface DeviceProps {
  readonly of: Session
  readonly onEnd: () => void
}

const Device = ({ of, onEnd }: DeviceProps) => {
  const t = useLocalize()
  const facts = [
    [sessionFields.startedAt.label, of.startedAt],
    [sessionFields.activeAt.label, of.activeAt],
    [sessionFields.address.label, of.address],
  ] as const
  return (
    <li className={css.device}>
      <DeviceIcon browser={of.browser ?? ''} />
      <div>
        <p className={css.browser}>
          {of.browser}
          {of.isCurrent ? <Tag tone="good">{t(sessionFields.isCurrent.label)}</Tag> : null}
        </p>
        <Facts of={facts} />
      </div>
      {of.isCurrent ? null : (
        <Button kind="link" className={css.end} onClick={onEnd}>
          {t(['结束此登录', 'End'])}
          <span className="hidden-words">
            {' '}
            {of.browser} {of.startedAt}
          </span>
        </Button>
      )}
    </li>
  )
}

const title: Text = ['结束其他登录', 'End other sessions']

/** What a question is about: one session, or all others. */
type Target = Session | 'others'

const questionOf = (target: Target): Text =>
  target === 'others'
    ? ['结束其他登录，是否继续？', 'End all other sessions?']
    : fill(['结束“{0}”的登录，是否继续？', 'End the session of “{0}”?'], target.browser ?? '')

/** Ends a session and returns the words that report it. */
const endTarget = async (target: Target): Promise<Text> => {
  if (target === 'others') {
    const { ended } = await ask(loginSessions.endOthers, {})
    return fill(['已结束 {0} 个其他登录', 'Other sessions ended: {0}'], ended)
  }
  await ask(loginSessions.end, { id: target.id })
  return fill(['已结束“{0}”的登录', 'Session of “{0}” ended'], target.browser ?? '')
}

/** Ends sessions after a confirmation, and reports it. */
const useEndSessions = () => {
  const t = useLocalize()
  const [asking, setAsking] = useState<Target | null>(null)
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ tone: 'good' | 'bad'; title: string } | null>(null)
  const showResult = (tone: 'good' | 'bad', words: string) => {
    // in one render: the closing dialog restores the focus before it moves to the result
    setAsking(null)
    setBusy(false)
    setResult({ tone, title: words })
  }
  const end = async (target: Target) => {
    setBusy(true)
    try {
      showResult('good', t(await endTarget(target)))
      await queries.invalidateQueries({ queryKey: [loginSessions.sessions.path] })
    } catch (error) {
      showResult('bad', failureOf(error).message)
    }
  }
  return {
    asking,
    busy,
    result,
    ask: setAsking,
    answer: (yes: boolean) => (yes && asking ? void end(asking) : setAsking(null)),
  }
}

const Sessions = ({ all }: { all: readonly Session[] }) => {
  const t = useLocalize()
  const endSessions = useEndSessions()
  const resultRef = useRef<HTMLDivElement>(null)
  // focus the result, since the pressed button disappears with the other sessions
  useEffect(() => {
    if (endSessions.result) resultRef.current?.focus()
  }, [endSessions.result])
  const otherCount = all.filter(({ isCurrent }) => !isCurrent).length
  return (
    <>
      <div className={css.head}>
        <p className={css.lead}>
          {otherCount
            ? t(fill(['本账号共有 {0} 个有效登录。', 'This account has {0} active sessions.'], all.length))
            : t(['只有本次登录，没有其他设备。', 'This is the only session. No other devices are logged in.'])}
        </p>
        {otherCount ? (
          <Button kind="danger" onClick={() => endSessions.ask('others')}>
            {t(title)}
          </Button>
        ) : null}
      </div>
      <div ref={resultRef} tabIndex={-1} className={css.result}>
        {endSessions.result ? <Notice {...endSessions.result} live /> : null}
      </div>
      <ul className="above-8">
        {all.map((one) => (
          <Device key={one.id} of={one} onEnd={() => endSessions.ask(one)} />
        ))}
      </ul>
      {endSessions.asking ? (
        <ConfirmDialog
          title={t(questionOf(endSessions.asking))}
          ok={t(words.ok)}
          cancel={t(words.cancel)}
          busy={endSessions.busy}
          onAnswer={endSessions.answer}
        />
      ) : null}
    </>
  )
}

/** The sessions of this account with device, place and times; each of the others can be ended, or all of them. */
export const Devices = () => {
  const sessions = useAnswer(loginSessions.sessions, {}, { staleTime: 0 })
  return <QueryView from={sessions}>{(all) => <Sessions all={all} />}</QueryView>
}
