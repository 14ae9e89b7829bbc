import { expect, test } from 'vitest'
import { parseAddress } from './database-address.ts'

const [postgres, mysql] = ['org.postgresql.Driver', 'com.mysql.cj.jdbc.Driver'] as const

test.each([
  [
    postgres,
    'jdbc:postgresql://db.example.cn/shop',
    { dialect: 'postgresql', host: 'db.example.cn', port: 5432, database: 'shop', schema: null, isEncrypted: false },
  ],
  [
    postgres,
    'jdbc:postgresql://db:80/shop?currentSchema=sales&sslmode=require',
    { port: 80, schema: 'sales', isEncrypted: true },
  ],
  [postgres, 'jdbc:postgresql://[::1]:5433/shop?sslmode=prefer', { host: '[::1]', port: 5433, isEncrypted: false }],
  [
    mysql,
    'jdbc:mysql://db:3307/%E5%95%86%E5%9F%8E?useSSL=false&serverTimezone=GMT%2B8',
    { dialect: 'mysql', port: 3307, database: '商城' },
  ],
  [
    mysql,
    'jdbc:mysql://db/shop?useSSL=true&useUnicode=true&characterEncoding=utf-8',
    { port: 3306, isEncrypted: true },
  ],
])('%s %s is read', (driver, url, expected) => {
  expect(parseAddress(driver, url)).toMatchObject(expected)
})

test.each([
  [mysql, 'jdbc:mysql://a,b/shop'],
  [mysql, 'jdbc:mysql://db'],
  [mysql, 'jdbc:mysql:///shop'],
  [mysql, 'jdbc:mysql:loadbalance://a/shop'],
  [mysql, 'jdbc:mysql://user@db/shop'],
  [postgres, 'jdbc:postgresql://db:port/shop'],
  [mysql, 'jdbc:mysql://db/shop?allowLoadLocalInfile=true'],
  [mysql, 'jdbc:mysql://db/shop?useSSL=false&socketFactory=x'],
  [postgres, 'jdbc:postgresql://db/shop?options=-c%20x'],
  [mysql, 'jdbc:mysql://db/shop?currentSchema=x'],
  ['oracle.jdbc.OracleDriver', 'jdbc:oracle:thin:@db:1521:orcl'],
] as const)('%s %s is refused at the address', (driver, url) => {
  const refused = () => parseAddress(driver, url)
  expect(refused).toThrow(expect.objectContaining({ detail: { faults: [expect.objectContaining({ at: 'url' })] } }))
})
