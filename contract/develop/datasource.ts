import { consoleWords } from '../console-words.ts'
import { get, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, dict, longText, secret, text } from '../kit/field.ts'
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
    driverClass: choice('数据库', 'Database', {
      required: true,
      choices: [
        ['org.postgresql.Driver', ['PostgreSQL', 'PostgreSQL']],
        ['com.mysql.cj.jdbc.Driver', ['MySQL', 'MySQL']],
        ['oracle.jdbc.OracleDriver', ['Oracle', 'Oracle']],
        ['com.microsoft.sqlserver.jdbc.SQLServerDriver', ['SQL Server', 'SQL Server']],
      ],
    }),
    url: text('连接地址', 'Address', { required: true, max: 500 }),
    username: text('用户名', 'User name', { required: true, max: 50 }),
    password: secret('密码', 'Password', { required: true, max: 50 }),
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
