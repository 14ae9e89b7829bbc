import { consoleWords } from '../console-words.ts'
import { get, post, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, dict, longText, ref, secret, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import type { Text } from '../kit/text.ts'
import { base } from '../kit/verbs.ts'

/** Keys of the dictionary `datasource_category`. */
export const datasourceKinds = { jdbc: 1, sharding: 2 } as const

/** Driver classes as the family's clients send them, and the prefix of each one's address. */
export const drivers = {
  'com.mysql.cj.jdbc.Driver': 'jdbc:mysql://',
  'org.postgresql.Driver': 'jdbc:postgresql://',
  'oracle.jdbc.OracleDriver': 'jdbc:oracle:thin:@',
  'com.microsoft.sqlserver.jdbc.SQLServerDriver': 'jdbc:sqlserver://',
} as const

const driverClass = choice('数据库', 'Database', {
  required: true,
  choices: [
    ['org.postgresql.Driver', ['PostgreSQL', 'PostgreSQL']],
    ['com.mysql.cj.jdbc.Driver', ['MySQL', 'MySQL']],
    ['oracle.jdbc.OracleDriver', ['Oracle', 'Oracle']],
    ['com.microsoft.sqlserver.jdbc.SQLServerDriver', ['SQL Server', 'SQL Server']],
  ],
})
const url = text('连接地址', 'Address', { required: true, max: 500 })
const username = text('用户名', 'User name', { required: true, max: 50 })
const password = secret('密码', 'Password', { required: true, max: 200, sentTo: ['driverClass', 'url', 'username'] })

/** What a test found: the version of the database, its tables, and what the reader should know. */
export interface ConnectionTest {
  readonly version: string
  readonly tables: number
  readonly notes: readonly Text[]
}

const name = text('名称', 'Name', { required: true, unique: true, max: 100 })

/**
 * External databases by address; a tenant may use the ones assigned to it (docs/decisions/0027). The password is
 * write-only.
 */
export const datasource = entity('develop', 'datasource', ['数据源管理', 'Data sources'], {
  title: 'name',
  rowLabel: ['数据源', 'data source'],
  screen: '/tool/datasource',
  fields: {
    category: dict('数据源类型', 'Type', { of: 'datasource_category', required: true, initial: datasourceKinds.jdbc }),
    name,
    driverClass,
    url,
    username,
    password,
    shardingConfig: longText('分库分表配置', 'Sharding (YAML)', {
      required: true,
      max: 10_000,
      when: { category: [datasourceKinds.sharding] },
    }),
    remark: longText(...consoleWords.remark, { max: 255 }),
  },
  shared: 'closed',
  search: ['name', 'category', 'driverClass'],
  imports: { none: 'A data source needs a password.' },
  list: ['name', 'category', 'driverClass', 'url', 'username', 'remark', 'createTime'],
  actions: {
    /**
     * Connects with the values of the form, which need not be stored: without a password, or with its mask, that of the row `id` counts.
     * At most ten a minute.
     */
    test: post(
      {
        id: ref(...kitTerms.id),
        ...{ driverClass, url, username: { ...username, required: false }, password: { ...password, required: false } },
      },
      {
        label: ['测试连接', 'Test the connection'],
        access: { perm: ['datasource_add', 'datasource_edit'] },
        output: shaped<ConnectionTest>(),
      },
    ),
    /** Only the names, for callers who may assign a data source to a tenant. */
    select: get(
      {},
      {
        label: ['选项', 'Options'],
        access: { perm: ['datasource', 'tenant_setting'] },
        output: rows({ id: base.id, name }),
      },
    ),
  },
})
