import { randomBytes } from 'node:crypto'
import { createConnection } from 'mysql2/promise'
import { beforeAll, expect, test } from 'vitest'
import { dataModel } from '#contract/develop/data-model.ts'
import { datasource } from '#contract/develop/datasource.ts'
import { cleanUp } from '../support/cleanup.ts'
import { type Caller, openPlatform } from '../support/platform.ts'

/** The server in CI_MYSQL_URL: MySQL or MariaDB. */
const address = new URL(process.env.CI_MYSQL_URL ?? '')
const mark = randomBytes(5).toString('hex')
const [database, reader, password] = [`shop_${mark}`, `reader_${mark}`, randomBytes(12).toString('hex')]

const shop = `
  create table ${database}.t_customer (id bigint primary key auto_increment, customer_name varchar(80) not null comment '客户名称')
    comment '客户' charset utf8mb4;
  create table ${database}.t_order (
    order_id bigint primary key auto_increment,
    order_no varchar(32) not null unique comment '订单号',
    customer_id bigint, foreign key (customer_id) references ${database}.t_customer (id),
    state enum('new', 'paid', 'sent') not null comment '状态',
    is_urgent tinyint(1) not null default 0,
    amount decimal(12, 2) comment '金额（元）',
    ordered_at datetime) comment '客户订单' charset utf8mb4;
  insert into ${database}.t_order (order_no, state, amount, ordered_at) values ('A-1', 'paid', 12.5, '2026-01-02 03:04:05');
  create table ${database}.act_ru_task (id_ varchar(64) primary key)`

let admin: Caller
const source = {
  driverClass: 'com.mysql.cj.jdbc.Driver' as const,
  url: `jdbc:mysql://${address.hostname}:${address.port || 3306}/${database}?useSSL=false&characterEncoding=utf-8`,
  username: reader,
  password,
}

const administer = async (statements: string) => {
  const { hostname: host, port, username: user, password: secret } = address
  const connection = await createConnection({
    ...{ host, port: Number(port || 3306), user: decodeURIComponent(user), password: decodeURIComponent(secret) },
    multipleStatements: true,
  })
  await connection.query(statements).finally(() => connection.end())
}

beforeAll(async () => {
  cleanUp(() => administer(`drop database if exists ${database}; drop user if exists '${reader}'@'%'`))
  await administer(`create database ${database}; create user '${reader}'@'%' identified by '${password}';
    grant select on ${database}.* to '${reader}'@'%'; ${shop}`)
  admin = await (await openPlatform({ OUTGOING_HOSTS: address.hostname })).admin()
})

test('a data source of MySQL or MariaDB is tested; the note comes with an account that may write', async () => {
  const found = await admin.get(datasource.calls.test, source)
  expect(found).toEqual({ version: expect.stringMatching(/^\d+\.\d+/), tables: 2, notes: [] })
  await administer(`grant insert on ${database}.* to '${reader}'@'%'`)
  const { notes } = await admin.get(datasource.calls.test, source)
  expect(notes).toEqual([[expect.stringMatching(/只读账号/), expect.any(String)]])
})

test('its tables are listed with comments and columns, and only read', async () => {
  const { id: datasourceId } = await admin.get(datasource.calls.submit, { category: 1, name: 'MySQL 商城', ...source })
  expect(await admin.get(dataModel.calls.tableList, { datasourceId })).toEqual([
    { name: 't_customer', comment: 't_customer : 客户', entityName: 'Customer' },
    { name: 't_order', comment: 't_order : 客户订单', entityName: 'Order' },
  ])
  const { fields } = await admin.get(dataModel.calls.tableInfo, { tableName: 't_order', datasourceId })
  expect(fields).toMatchObject([
    { name: 'order_id', propertyType: 'Long', isPrimary: true },
    { name: 'order_no', type: 'varchar(32)', comment: '订单号', isUnique: true, isNullable: false },
    { name: 'customer_id', refersTo: 't_customer', isNullable: true },
    { name: 'state', type: 'enum', values: ['new', 'paid', 'sent'] },
    { name: 'is_urgent', propertyType: 'Boolean' },
    { name: 'amount', type: 'decimal(12,2)', propertyType: 'BigDecimal', comment: '金额（元）' },
    { name: 'ordered_at', propertyType: 'LocalDateTime' },
  ])
  const answer = await admin.ask(dataModel.calls.tableInfo, {
    tableName: "t_order'; drop table t_order; --",
    datasourceId,
  })
  expect(answer.status).toBe(404)
})

test('the first rows of a table are texts', async () => {
  const { id: datasourceId } = await admin.get(datasource.calls.submit, { category: 1, name: 'MySQL 数据', ...source })
  const { id: modelId } = await admin.get(dataModel.calls.submit, {
    ...{ datasourceId, modelName: '订单', modelCode: 'mysql-order', modelTable: 't_order', modelClass: 'MysqlOrder' },
  })
  const { rows } = await admin.get(dataModel.calls.tableRows, { modelId })
  expect(rows).toEqual([['1', 'A-1', null, 'paid', '0', '12.50', '2026-01-02 03:04:05']])
})
