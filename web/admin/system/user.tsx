import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { type NewPassword, user } from '#contract/system/user.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useSay } from '#web/base/say.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import type { List } from '../crud/use-list.ts'
import { Views } from '../crud/views.tsx'
import { FirstPasswords } from './first-passwords.tsx'

const tones: Readonly<Record<number, Tone>> = { 0: 'ask', 1: 'good', [-1]: 'bad' }

const useCount = (status: number): number | undefined =>
  useAnswer(user.calls.page, { status, current: 1, size: 1 }).data?.total

/** Who waits for approval first; then everybody, by state. */
const States = ({ list }: { list: List }) => {
  const t = useSay()
  const counts: Readonly<Record<string, number | undefined>> = { 0: useCount(0), 1: useCount(1), [-1]: useCount(-1) }
  const { status, ...others } = list.state.filters
  const all = Object.values(counts).reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  )
  const everybody: Text = ['全部', 'All']
  const states = user.fields.status.choices.map(([value, label]) => ({
    ...{ key: String(value), label: t(label), count: counts[value], urgent: value === 0 },
    shown: status === String(value),
    show: () => list.filter({ ...others, status: String(value) }),
  }))
  const whole = {
    ...{ key: 'all', label: t(everybody), count: all, shown: status === undefined },
    show: () => list.filter(others),
  }
  return <Views views={[...states.slice(0, 1), whole, ...states.slice(1)]} />
}

/** Accounts: who waits comes first; a password that is made is shown once. */
export const Users = () => {
  const [made, setMade] = useState<readonly NewPassword[]>([])
  return (
    <>
      <CrudScreen
        of={user}
        above={(list) => <States list={list} />}
        searchFields={['account', 'realName', 'unitName', 'accountType']}
        columns={[
          ...['account', 'realName', 'accountType', 'unitName', 'roleId', 'phone'],
          {
            name: 'status',
            cell: ({ status, reason }) => <State status={status ?? 0} reason={reason} />,
          },
          'createTime',
        ]}
        told={{
          submit: ({ initialPassword }, { account }) =>
            initialPassword && setMade([{ account: account ?? '', password: initialPassword }]),
          resetPassword: setMade,
        }}
      />
      {made.length ? <FirstPasswords made={made} close={() => setMade([])} /> : null}
    </>
  )
}

const State = ({ status, reason }: { status: number; reason: string | null }) => {
  const t = useSay()
  const label = user.fields.status.choices.find(([value]) => value === status)?.[1]
  return (
    <span title={reason ?? undefined}>
      <Tag tone={tones[status] ?? 'calm'}>{label ? t(label) : status}</Tag>
    </span>
  )
}
