import { useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { deputy } from '#contract/work/deputy.ts'
import { ask, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice, Tag, type Tone } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { FormDialog } from '../dialog/form-dialog.tsx'
import type { FormOptions } from '../dialog/form-options.ts'
import { PersonPicker } from '../pickers/person-picker.tsx'
import type { Columns } from '../table/table-columns.tsx'

type Row = RowOf<typeof deputy>

const { nameDeputy, people, principals, proposal } = deputy.calls
const { label } = nameDeputy
const { input } = deputy.actions.nameDeputy

const note: Text = [
  '代办人不因此获得任何权限：只有其本人也能办理的任务才可代办，其余任务仍由您办理。代办期间两人都能看到任务，先办者有效。专家评审不能代办。',
  'A deputy gets no right: they handle only tasks that they could handle themselves, and all others stay with you. Both of you see the tasks meanwhile, and whoever decides first does. Reviews of experts have no deputy.',
]

/** Now, as times of rows are written. */
const now = () => new Date().toLocaleString('sv', { timeZone: 'Asia/Shanghai' })
const isOver = ({ endTime, endedTime }: Row) => endedTime !== null || String(endTime) <= now()

const stateOf = (row: Row): readonly [Tone, Text] => {
  if (isOver(row)) return ['calm', ['已结束', 'Ended']]
  return String(row.startTime) > now() ? ['ask', ['未开始', 'Not begun']] : ['busy', ['代办中', 'In force']]
}

const State = ({ of }: { of: Row }) => {
  const t = useLocalize()
  const [tone, words] = stateOf(of)
  return <Tag tone={tone}>{t(words)}</Tag>
}

const columns: Columns<typeof deputy> = [
  { name: 'state', after: 'endTime', label: ['代办状态', 'Status'], cell: (row) => <State of={row} /> },
]

/** Whose deputy the user is, now or later. */
const OwnPrincipals = () => {
  const t = useLocalize()
  const { data } = useAnswer(principals, {}, { staleTime: 0 })
  if (!data?.length) return null
  return (
    <Notice title={t(['您是以下人员的代办人', 'You are the deputy of'])}>
      <ul>
        {data.map(({ id, principalName, startTime, endTime }) => (
          <li key={id}>{`${principalName} · ${startTime} – ${endTime}`}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** The period is that of the next approved leave, if no deputy is named for it. */
const formOptions: FormOptions = {
  controls: { deputyUser: (props) => <PersonPicker {...props} from={people} input={{}} /> },
}

const AssignButton = () => {
  const t = useLocalize()
  const may = useMay()
  const toaster = useToaster()
  const [isOpen, setOpen] = useState(false)
  const isAllowed = may(`${deputy.code}_assign`)
  const { data: leave } = useAnswer(proposal, {}, { staleTime: 0, enabled: isAllowed })
  if (!isAllowed) return null
  const send = async (values: FormValues) => {
    await ask(nameDeputy, values as never)
    toaster.success(t(['已设置代办人，并已通知对方', 'The deputy is named and was told']))
    void invalidate(deputy.path)
  }
  return (
    <>
      <Button kind="main" onClick={() => setOpen(true)}>
        {t(label)}
      </Button>
      {isOpen ? (
        <FormDialog
          title={t(label)}
          parts={[{ label, fields: input }]}
          initial={leave?.startTime ? { startTime: leave.startTime, endTime: leave.endTime } : {}}
          form={{ name: 'deputy', opened: null }}
          mode="new"
          formOptions={formOptions}
          note={t(note)}
          ok={t(label)}
          send={send}
          close={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

/** The deputies of the user, by their periods. */
export const Deputies = () => (
  <RecordList
    of={deputy}
    source={usePageSource(deputy)}
    columns={columns}
    above={<OwnPrincipals />}
    toolbarMore={<AssignButton />}
    applies={(_, row) => !isOver(row)}
  />
)
