import type { Text } from '#contract/kit/text.ts'

/** Where files go until there is an object storage. */
export const withoutStorage: Text = [
  '未配置对象存储时，上传的文件保存在服务器本机磁盘。',
  "Without object storage, uploaded files lie on the server's own disk.",
]
