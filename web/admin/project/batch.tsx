import { Link } from 'react-router'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { type BatchAct, type BatchState, batch, batchActs } from '#contract/project/batch.ts'
import { batchScores, batchScoresWords } from '#contract/project/batch-scores.ts'
import { orderWords, recommendationOrder } from '#contract/project/recommendation-order.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Tag } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'
import { WaitingTemplates } from './waiting-templates.tsx'

const tones = { 1: 'calm', 2: 'busy', 3: 'ask', 4: 'busy', 5: 'busy', 6: 'good' } as const satisfies Record<
  BatchState,
  string
>

const { choices } = batch.fields.batchState

const State = ({ state }: { readonly state: BatchState }) => {
  const t = useLocalize()
  const label = choices.find(([code]) => code === state)?.[1]
  return label ? <Tag tone={tones[state]}>{t(label)}</Tag> : null
}

const columns: Columns<typeof batch> = [
  { name: 'batchState', cell: ({ batchState }) => <State state={(batchState ?? 1) as BatchState} /> },
]

/** The act of a batch that is next; the others are not possible in its state. */
const applies = (action: string, { batchState }: RowOf<typeof batch>) => batchActs[action as BatchAct] === batchState

const { waiting } = batch.calls

/** The templates of which declarations wait for a batch, for those who add batches. */
const WaitingForBatch = () => {
  const t = useLocalize()
  const may = useMay()
  const { data } = useAnswer(waiting, {}, { enabled: waiting.access.perm.some(may), staleTime: 0 })
  return (
    <WaitingTemplates title={['有申报等待批次', 'Declarations wait for a batch']} rows={data}>
      {({ templateName, count }) =>
        t([
          `“${templateName}”：${count} 件。新增批次后自动列入。`,
          `${templateName}: ${count}. They join the next batch that you add.`,
        ])
      }
    </WaitingTemplates>
  )
}

const note: Text = [
  '时间须依次为地市初审、省级审核、批次截止、评审结论。批次的开放、截止等状态在列表中推进，不随时间自动改变。',
  'The dates follow each other: city, province, closing, decision. A batch opens, closes and moves on by the acts in its list, never by itself.',
]

/** Leads to the declarations of a batch, as far as the user sees them. */
const Members = ({ row }: { readonly row: RowOf<typeof batch> }) => {
  const t = useLocalize()
  return (
    <Link to={`/project/declaration?waiting=0&batchId=${row.id}`}>
      {t(['本批次申报', 'Declarations of the batch'])}
      <span className="hidden-words"> {row.batchName}</span>
    </Link>
  )
}

interface PageLinkProps {
  readonly row: RowOf<typeof batch>
  readonly to: string
  readonly label: Text
}

/** Leads to a page of the batch. */
const PageLink = ({ row: { id, batchName }, to, label }: PageLinkProps) => (
  <Link to={`/project/batch/${id}/${to}`}>
    {useLocalize()(label)}
    <span className="hidden-words"> {batchName}</span>
  </Link>
)

/** Batches of templates, with the act that moves each to its next state. */
export const Batches = () => {
  const may = useMay()
  const decides = batchScores.read.access.perm.some(may)
  // who decides works for no office of a region
  const orders = !decides && recommendationOrder.read.access.perm.some(may)
  return (
    <RecordList
      of={batch}
      source={usePageSource(batch)}
      columns={columns}
      applies={applies}
      rowMore={(row) => (
        <>
          {decides ? <PageLink row={row} to="scores" label={batchScoresWords} /> : null}
          {orders ? <PageLink row={row} to="order" label={orderWords} /> : null}
          <Members row={row} />
        </>
      )}
      above={<WaitingForBatch />}
      form={{ note }}
    />
  )
}
