import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { type FaultPlace, groupFaults, groupWords } from './fault-place.ts'
import { FaultStepper } from './fault-stepper.tsx'
import { type FaultStep, stepFrom } from './fault-steps.ts'
import { FaultSummary, useFocusAt } from './fault-summary.tsx'

interface Fault {
  readonly at: string
  readonly msg: string
}

interface Props {
  readonly faults: readonly Fault[]
  readonly placeOf: (at: string) => FaultPlace
  /** Moves to the field of a fault; default: focuses its element on this page. */
  readonly go?: (at: string) => void
}

/** The place of equal faults, without the number of the row of the first of them. */
const listWords = ({ groups, list }: FaultPlace): Text => groupWords(list ?? groups)

type ItemProps = Required<Pick<Props, 'go' | 'placeOf'>> & { readonly fault: Fault }

const FaultItem = ({ fault: { at, msg }, go, placeOf }: ItemProps) => {
  const t = useLocalize()
  return (
    <li>
      <button type="button" onClick={() => go(at)}>
        {t(groupWords(placeOf(at).groups))}
        {msg}
      </button>
    </li>
  )
}

/** Equal faults, of which one after another is shown. */
interface Run {
  /** Column and message, which all of them have. */
  readonly key: string
  readonly step: FaultStep
}

/** A summary of faults in which each names its place; more than five equal ones of a list are one line that goes through them. */
export const FaultsWithPlaces = ({ faults, placeOf, go }: Props) => {
  const t = useLocalize()
  const focusAt = useFocusAt()
  const goTo = go ?? focusAt
  const [run, setRun] = useState<Run | null>(null)
  const groups = groupFaults(faults, (at) => placeOf(at).column)
  const keyOf = ({ at, msg }: Fault) => `${placeOf(at).column} ${msg}`
  const move = (key: string, present: FaultStep | null, by: 1 | -1) => {
    const places = faults.filter((fault) => keyOf(fault) === key).map(({ at }) => at)
    const step = stepFrom(places, present, by)
    setRun(step && { key, step })
    if (step) goTo(step.at)
  }
  const inRun = run ? faults.filter((fault) => keyOf(fault) === run.key) : []
  const present = inRun.find(({ at }) => at === run?.step.at) ?? inRun[0]
  return (
    <>
      <FaultSummary faults={faults}>
        {groups.map((group) => {
          const [first] = group as [Fault]
          return group.length === 1 ? (
            <FaultItem key={first.at + first.msg} fault={first} go={goTo} placeOf={placeOf} />
          ) : (
            <li key={`all ${first.at}${first.msg}`}>
              <button type="button" onClick={() => move(keyOf(first), null, 1)}>
                {t(listWords(placeOf(first.at)))}
                {first.msg}
                {t([`（${group.length} 处，逐处修改）`, ` (${group.length}, one after another)`])}
              </button>
            </li>
          )
        })}
      </FaultSummary>
      {run && present ? (
        <FaultStepper
          text={t(groupWords(placeOf(present.at).groups)) + present.msg}
          index={inRun.indexOf(present)}
          count={inRun.length}
          step={(by) => move(run.key, run.step, by)}
          onClose={() => setRun(null)}
        />
      ) : null}
    </>
  )
}
