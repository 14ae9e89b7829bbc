import { useSearchParams } from 'react-router'
import { readableParts } from '#contract/project/readable.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { useStatus } from '#web/declaration/declaration-status.ts'
import page from '../page.module.css'
import { Done } from './done.tsx'
import { FinalCheck } from './final-check.tsx'
import { PartList } from './part-list.tsx'
import { PartPage } from './part-page.tsx'
import { Start } from './start.tsx'

/** The declaration editor. `?id=` names the declaration, `&part=` the open part, `&step=` is check or done. */
export const Declare = () => {
  const [search] = useSearchParams()
  const id = search.get('id')
  return <div className={page.wide}>{id ? <DeclarationView key={`${search}`} id={id} /> : <Start />}</div>
}

const DeclarationView = ({ id }: { id: string }) => {
  const [search] = useSearchParams()
  const status = useStatus(id)
  const step = search.get('step')
  return (
    <QueryView from={status}>
      {(current) => {
        const part = readableParts(current.readable).find(({ code }) => code === search.get('part'))
        if (part) return <PartPage key={part.code} status={current} part={part} />
        if (step === 'check') return <FinalCheck status={current} />
        if (step === 'done') return <Done status={current} />
        return <PartList status={current} />
      }}
    </QueryView>
  )
}
