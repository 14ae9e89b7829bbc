import { useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Counted } from '#web/base/page/number.ts'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import { scopeKindOf } from './scope-kinds.tsx'
import { ScopeViews } from './scope-views.tsx'

/** All scopes as a list. */
export const AllScopes = ({ of, total }: { of: AnyEntity; total: Counted | undefined }) => {
  const { form, fields, columns } = scopeKindOf(of)
  const source = usePageSource(of)
  const [formOptions] = useState(() => form(null))
  return (
    <RecordList
      of={of}
      source={source}
      columns={columns}
      fields={['menuId', ...fields]}
      form={formOptions}
      above={<ScopeViews isFullList total={total} />}
    />
  )
}
