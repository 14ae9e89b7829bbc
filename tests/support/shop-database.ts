import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import pg from 'pg'
import { cleanUp } from './cleanup.ts'
import { newDatabase } from './databases.ts'

/** A foreign database: a shop with keys, an enum, a check, comments and Chinese names, and a table of a workflow engine. */
const shop = `
  create type pay_kind as enum ('wechat', 'alipay', 'bank');
  create table t_customer (
    id bigserial primary key,
    customer_name varchar(80) not null,
    phone varchar(20) unique,
    level smallint not null default 0,
    remark text,
    created_at timestamptz not null default now());
  comment on table t_customer is '客户';
  comment on column t_customer.customer_name is '客户名称：合同上的全称';
  comment on column t_customer.level is '客户等级（0普通 1银卡 2金卡）';
  create table t_order (
    order_id bigserial primary key,
    order_no varchar(32) not null unique,
    customer_id bigint references t_customer,
    pay pay_kind,
    state varchar(10) check (state in ('new', 'paid', 'sent')),
    amount numeric(12,2) not null,
    is_urgent boolean not null default false,
    ordered_on date,
    note text);
  comment on table t_order is '客户订单';
  comment on column t_order.order_no is '订单号';
  comment on column t_order.amount is '订单金额（元）';
  comment on column t_order.note is E'备注 */ \\u0060+process.exit()+''; drop table x; --';
  create table "分类" ("编号" bigint primary key, "名称" varchar(50) not null, parent_id bigint references "分类");
  comment on table "分类" is '商品分类';
  create table act_ru_task (id_ text primary key);
  create table t_order_item (
    id bigserial primary key, order_id bigint references t_order, product varchar(60) not null, quantity int not null);
  comment on table t_order_item is '订单明细';
  insert into t_customer (customer_name, remark) values ('苏州一厂', repeat('长', 300));
  insert into t_order (order_no, customer_id, state, amount, is_urgent, ordered_on, note)
    values ('A-1', 1, 'paid', 12.5, true, '2026-01-02', '<b>加急</b>'), ('A-2', null, 'new', 3, false, null, null);`

/** The shop as its data source names it. */
export interface ShopSource {
  readonly driverClass: 'org.postgresql.Driver'
  readonly url: string
  readonly username: string
  readonly password: string
}

/** The databases of the tests listen on a socket only; data sources are reached over TCP, which ends at that socket here. */
const openPort = async (socket: string): Promise<number> => {
  const server = createServer((client) => {
    const database = connect(socket)
    client.pipe(database).pipe(client)
    for (const side of [client, database]) side.on('error', () => [client, database].map((one) => one.destroy()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Makes that database on the server of this project. */
export const openShop = async (): Promise<ShopSource> => {
  const client = new pg.Client(await newDatabase())
  await client.connect()
  await client.query(shop).finally(() => client.end())
  const { host, port, database, user, password } = client
  const tcpPort = host.startsWith('/') ? await openPort(`${host}/.s.PGSQL.${port}`) : port
  return {
    driverClass: 'org.postgresql.Driver',
    url: `jdbc:postgresql://${host.startsWith('/') ? '127.0.0.1' : host}:${tcpPort}/${database}`,
    username: user ?? '',
    password: typeof password === 'string' && password ? password : 'none',
  }
}
