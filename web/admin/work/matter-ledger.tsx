import { useContext } from 'react'
import { flowDictionary } from '#contract/flow/categories.ts'
import type { Field } from '#contract/kit/field.ts'
import { matterLedger } from '#contract/work/matter-ledger.ts'
import { useRouteOf } from '#web/base/page/process-address.ts'
import { FormContext } from '#web/form/form-context.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { ProgressLink } from './progress-link.tsx'

/** The name of general matters in the addresses of their pages, which their types have too. */
const route = 'general'

/** All general matters that the user reads; among the types to filter by are those with a declared form only. */
export const MatterLedger = () => {
  const routeOf = useRouteOf()
  const isOffered = ({ of }: Field, value: string) => of !== flowDictionary || routeOf(null, Number(value)) === route
  return (
    <FormContext value={{ ...useContext(FormContext), isOffered }}>
      <RecordList
        of={matterLedger}
        source={usePageSource(matterLedger)}
        rowMore={(row) => <ProgressLink route={route} of={row} name={row.title} />}
      />
    </FormContext>
  )
}
