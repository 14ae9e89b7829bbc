import { datasource } from '#contract/develop/datasource.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'

/** External databases by address. */
export const DataSources = () => (
  <RecordList
    of={datasource}
    source={usePageSource(datasource)}
    emptyNote={[
      '新增数据源并填写外部数据库的连接地址后，可在“租户管理”中将其分配给租户。',
      'External databases that you add by their address appear here, and can be assigned to tenants under “Tenants”.',
    ]}
  />
)
