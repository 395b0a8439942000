package phrases

const chinese = `
ignore: 忽略, 忽视, 无视, 忘记, 忘掉, 忘了, 不要理会, 不用理会, 不必理会, 不要遵守, 不要遵循, 不要听从, 抛弃, 抛开, 丢弃, 舍弃, 绕过, 覆盖, 撤销, 取消, 停止遵守, 停止遵循, 违背, 违反, 跳过, 略过, 別理, 忽視, 無視, 忘記, 不要遵從, 拋開, 撇开, 摒弃, 作废, 清除, 推翻
voided: 不再有效, 已失效, 已经失效, 已作废, 无效, 不再适用, 已被取消, 已取消, 失去效力, 不再生效
order: 指令, 指示, 命令, 规则, 規則, 提示, 提示词, 提示詞, 要求, 说明, 約束, 约束, 限制, 准则, 守则, 规定, 任务, 任務, 设定, 設定, 吩咐, 告诉你的, 告訴你的, 跟你说的, 对你说的, 给你的, 收到的, 系统设定, 嘱咐
prior: 之前, 先前, 此前, 以前, 以上, 上述, 上面, 前面, 原来, 原有, 原先, 最初, 初始, 早先, 至今, 原本, 既有, 前述, 过去, 此前的
all: 所有, 全部, 一切, 任何, 所有的, 全部的, 每个
system: 系统提示, 系统提示词, 系統提示, 系統提示詞, 系统指令, 系統指令, 系统消息, 系統訊息, 系统设定, 初始提示, 初始指令, 原始提示, 内部指令, 隐藏指令, 你的指令, 你的提示, 你的设定, 开发者指令, 开发者消息, 系统信息, 系統訊息, 系统
talk: 对话, 對話, 聊天记录, 聊天紀錄, 对话记录, 对话历史, 聊天历史, 会话, 历史记录, 會話, 谈话, 聊天
agent: ai, 人工智能, 人工智慧, ai助手, ai 助手, 大模型, 语言模型, 語言模型, 大语言模型, 助手, 聊天机器人, 聊天機器人, 智能助理, 智能体, 助理, 机器人, ai模型, ai系统, ai代理, 大型语言模型, 模型
answer: 回答, 回复, 回覆, 答复, 答案, 总结, 摘要, 输出, 輸出, 总结中, 响应
your: 你的, 您的, 妳的
you: 你, 您, 妳
say: 回答, 回复, 回覆, 输出, 輸出, 说, 說, 打印, 写, 重复, 重複, 只说, 只回答, 只回复, 返回, 答复
exactly: 只, 仅, 僅, 只能, 只用, 仅用, 仅以, 单词, 這個詞, 这个词, 字样, 一字不差, 逐字, 其他都不要, 不要说其他, 只需, 字符串, 两个字, 三个字, 这句话
alter: 添加, 加上, 加入, 插入, 结尾, 结束时, 开头, 替换, 提到, 附上, 包含
reveal: 显示, 顯示, 展示, 透露, 泄露, 洩露, 公开, 公布, 列出, 告诉我, 告訴我, 揭示, 披露, 输出, 輸出, 打印, 复述, 重复, 给出, 给我看, 说出
send: 发送, 發送, 发给, 發給, 发到, 發到, 上传, 上傳, 转发, 轉發, 传送, 傳送, 提交, 寄到, 传给, 发至, 发往, 转账, 传到, 汇报
secret: 密码, 密碼, 口令, 密钥, 密鑰, 私钥, 令牌, 凭证, 憑證, 信用卡, 银行卡, 卡号, 身份证, 验证码, 驗證碼, 助记词, 银行账户
user: 用户, 用戶, 使用者, 读者, 讀者, 客户, 人类, 访客, 对方
ask: 告诉, 告訴, 告知, 要求, 询问, 詢問, 索要, 索取, 建议, 建議, 劝, 说服, 說服, 提醒, 通知, 引导, 引導, 请求, 诱导, 让, 推荐
stealth: 不要告诉, 不要告訴, 别告诉, 不要提及, 不要提到, 不要透露, 不要让用户, 不让用户, 秘密地, 偷偷, 悄悄, 暗中, 保密, 瞒着, 不得提及, 隐瞒, 无需确认, 不要说明, 不需要确认, 未经用户, 不必询问
role: 你现在是, 你現在是, 现在你是, 現在你是, 从现在开始, 從現在開始, 从现在起, 從現在起, 从此刻起, 从今以后, 今后, 你不再是, 扮演, 假装, 假裝, 假扮, 充当, 模拟, 想象你是, 假设你是, 你将是, 你将扮演, 作为一个, 进入, 切换到, 表现得像, 你就是
unbound: 没有限制, 沒有限制, 不受限制, 无限制, 無限制, 没有任何限制, 不受任何, 没有规则, 没有任何规则, 无规则, 没有约束, 不受约束, 无约束, 没有过滤, 无审查, 不受审查, 不遵守任何, 没有道德, 开发者模式, 越狱, 解除限制, 毫无限制, 服从本页, 听从本页, 唯命是从
jailbreak: 开发者模式, 越狱, 調試模式, 调试模式, 上帝模式, 管理员模式
lasting: 永久, 永远, 永遠, 每次对话, 每次對話, 所有对话, 以后的对话, 今后的对话, 每次回复, 每次回答, 以后每, 未来的
keep: 记住, 記住, 保存, 存储, 记录, 牢记, 写入
memory: 记忆, 記憶, 长期记忆, 内存
act: 删除, 刪除, 购买, 点击, 安装, 执行, 執行, 转账, 打开, 关闭, 访问, 运行, 下载, 同意, 确认, 授权
if: 如果你是, 如果您是, 若你是, 假如你是, 倘若你是, 如果你, 如果您, 作为, 身为, 凡是, 任何
reading: 阅读此, 阅读本, 阅读这, 读到这, 讀到這, 读取此, 读取本, 处理此, 处理本, 总结本, 总结此, 总结这, 正在阅读, 看到这, 抓取, 读到此
newtask: 新指令, 新的指令, 新任务, 新的任务, 新的指示, 你的任务是, 你的任務是, 你真正的任务, 真正的任务, 以下指令, 以下指示, 下列指令, 执行以下, 執行以下, 按照以下, 遵循以下, 遵循这些, 而是, 改为, 转而, 请改, 取而代之, 服从
must: 必须, 必須, 应该, 應該, 应当, 務必, 务必, 需要, 一定要, 需
address: 注意, 致, 给, 請注意, 请注意, 提示给, 通知, 致所有, 写给, 面向, 敬告, 各位, 亲爱的, 说明给, 提醒
praise: 五星, 最佳选择, 最好的选择, 推荐, 好评, 满分, 第一名, 强烈推荐
`

const japanese = `
ignore: 無視し, 無視せよ, 無視して, 無視する, 忘れて, 忘れろ, 忘れなさい, 忘れ, 従わないで, 従うな, 破棄し, 破棄して, 捨てて, 上書きし, 取り消し, 無効にし, 無効化, 無視, 考慮しないで, 考慮せず, 守らないで, 放棄し, 回避し, 逸脱し, 白紙に
voided: 無効です, 無効になり, 無効となり, 適用されません, もはや有効では, 廃止され, 取り消され, 効力を失
order: 指示, 命令, ルール, 規則, プロンプト, 指令, ガイドライン, 制約, 制限事項, 言われたこと, 言われた, 伝えられた, 設定, 方針, 指針, 任務, タスク, 依頼, 要求
prior: これまで, 以前, 前の, 上記, 先ほど, 従来, 今まで, 最初, 元の, 初期, 先の, 過去, 既存, 直前, ここまで, 前述, 以上
all: すべて, 全て, 全部, あらゆる, 一切, いかなる, 全ての
system: システムプロンプト, システムメッセージ, システム指示, システム命令, 初期プロンプト, 初期指示, 内部指示, 隠された指示, あなたの指示, あなたのプロンプト, 開発者の指示, 内部設定, システム
talk: 会話, 会話履歴, チャット履歴, 対話, チャット, やり取り, 履歴
agent: ai, aiアシスタント, 人工知能, 言語モデル, 大規模言語モデル, アシスタント, チャットボット, エージェント, aiモデル, aiエージェント, 生成ai, ボット, モデル
answer: 回答, 返答, 応答, 返信, 要約, 出力, 答え
your: あなたの, 君の, お前の, 貴方の, 自分の, 自身の
you: あなた, 君, お前, 貴方
say: 答えて, 答えろ, 答えなさい, 返答して, 返答し, 回答して, 回答し, 出力して, 出力し, 言って, 書いて, 繰り返して, 繰り返し, 表示して, 返して, 述べて, 応答し
exactly: だけ, のみ, とだけ, という単語, という言葉, という文字, という語, 以外は, そのまま, 一語一句, 単語
alter: 追加し, 付け加え, 加えて, 含めて, 挿入し, 始めて, 終えて, 置き換え, 言及し, 末尾に, 冒頭に
reveal: 表示し, 見せて, 明かし, 明らかに, 開示し, 教えて, 公開し, 出力し, 列挙し, 漏らし, 暴露し, 示して, 述べ, 示せ
send: 送信し, 送って, 送れ, 転送し, 投稿し, アップロードし, 送付し, 送信, 送り, 渡して
secret: パスワード, 暗証番号, apiキー, 秘密鍵, クレジットカード, カード番号, 認証情報, シークレット
user: ユーザー, ユーザ, 利用者, 読者, 人間, 相手, お客様, 顧客
ask: 伝えて, 伝え, 尋ねて, 尋ね, 聞いて, 聞き出し, 要求し, 求めて, 求め, 知らせて, 勧めて, 説得し, 促して, 警告し, 案内し, 頼んで, 推薦し, 教えて, 通知し
stealth: 言わないで, 伝えないで, 知らせないで, 触れないで, 言及しないで, 明かさないで, 秘密に, こっそり, ひそかに, 密かに, 内緒, 知られず, 気づかれ, 確認せず, 許可なく, 隠し, 伏せて, 知らせずに, 告げず
role: あなたは今, あなたは今や, 今からあなたは, 今から, これから, これからは, 今後は, 以後, もはや, になりきって, のふりをし, ふりをして, 演じて, 演じ, として振る舞, として行動, のように振る舞, ロールプレイ, 役を, と想像し
unbound: 制限のない, 制限なし, 無制限, 制約のない, 制約なし, 規則のない, ルールのない, ルールなし, 検閲なし, フィルターなし, 縛られない, 縛られず, 制限を受けない, 倫理的制約, 何でもする, 従うだけ
jailbreak: 開発者モード, 脱獄, デバッグモード, 管理者モード
lasting: 永久に, 永遠に, 常に, 毎回, すべての会話, 今後の会話, 以降の会話, 今後すべて, 今後の, 必ず毎回
keep: 覚えて, 記憶し, 保存し, 記録し, 書き込み
memory: メモリ, 記憶, 長期記憶
act: 削除し, 購入し, クリックし, インストールし, 実行し, 送金し, 開いて, 無効にし, 訪問し, 承認し, 同意し, 許可し
if: もしあなたが, あなたが, もし, なら, ならば, であれば, であるなら, の場合
reading: これを読んで, これを読む, このページを読, この文章を読, 読んでいる, 読み取って, 要約する, 要約し, 処理し, 処理する
newtask: 新しい指示, 新しい命令, 新たな指示, 新しいタスク, あなたの任務は, あなたのタスクは, 本当の任務, 代わりに, 次の指示, 以下の指示, 以下の命令, この指示に従, 次の命令, 従ってください, 従いなさい
must: なければならない, なければなりません, べきです, べきである, 必ず, 必要があります, すること
address: 注意, お知らせ, へのお知らせ, への指示, への注意, へのメッセージ, 向けの, 宛て, への通知, へ, 諸君
praise: 五つ星, 最高の, 推薦してください, 推薦し, おすすめ, 高く評価, 星5, 絶賛
`

const korean = `
ignore: 무시하, 무시해, 무시하고, 무시하십시오, 잊어, 잊으, 잊고, 잊어버, 따르지 마, 따르지 말, 폐기하, 버리고, 버려, 무효화, 건너뛰, 우회하, 덮어쓰, 취소하, 신경 쓰지 마
voided: 더 이상 유효하지, 무효, 적용되지 않, 취소되
order: 지시, 명령, 지침, 규칙, 프롬프트, 안내, 설정, 들은 내용, 말한 것, 들었던, 제한 사항, 제약, 작업, 임무, 가이드라인, 요청
prior: 이전, 앞서, 위의, 기존, 지금까지, 앞의, 원래, 초기, 상기, 전에, 지난
all: 모든, 모두, 전부, 일체, 전체, 어떤
system: 시스템 프롬프트, 시스템프롬프트, 시스템 메시지, 시스템 지시, 시스템 명령, 초기 프롬프트, 내부 지침, 숨겨진 지시, 당신의 지침, 시스템
talk: 대화, 대화 기록, 채팅 기록, 대화 내용, 채팅, 대화 내역
agent: ai, 인공지능, 인공 지능, 언어 모델, 언어모델, ai 어시스턴트, 어시스턴트, 챗봇, ai 비서, 비서, 도우미, 에이전트, ai모델, ai 모델
answer: 답변, 응답, 대답, 요약, 출력, 회신
your: 당신의, 너의, 네, 귀하의, 자신의
you: 당신, 너는, 넌, 귀하, 여러분
say: 답하, 답변하, 대답하, 응답하, 말하, 출력하, 쓰세요, 적으, 반복하, 작성하, 답해, 말해, 써라, 표시하
exactly: 만, 오직, 단어로만, 라고만, 로만, 만으로, 라는 단어, 그대로, 단어
alter: 추가하, 덧붙이, 포함하, 삽입하, 시작하, 끝내, 바꾸, 언급하
reveal: 보여, 공개하, 드러내, 밝히, 알려, 표시하, 나열하, 유출하, 출력하, 누설
send: 보내, 전송하, 전달하, 업로드, 게시하, 제출하, 송금하
secret: 비밀번호, 암호, 패스워드, api 키, 비밀 키, 신용카드, 카드 번호, 카드번호, 인증 정보, 계좌, 주민등록
user: 사용자, 유저, 독자, 고객, 이용자, 인간
ask: 알려, 말하, 물어, 요청하, 요구하, 권하, 추천하, 설득하, 경고하, 안내하, 조언하, 전하
stealth: 말하지 마, 알리지 마, 언급하지 마, 밝히지 마, 몰래, 비밀로, 은밀히, 숨기, 모르게, 확인 없이, 동의 없이, 알리지 말, 언급하지 말, 말하지 말
role: 이제부터, 지금부터, 당신은 이제, 너는 이제, 앞으로, 더 이상, 처럼 행동, 인 척, 역할을, 가장하, 로서 행동, 연기하, 라고 가정
unbound: 제한 없는, 제한이 없는, 제한 없이, 무제한, 규칙 없는, 규칙이 없는, 규칙 없이, 제약 없는, 제약이 없는, 필터 없는, 검열 없는, 복종하
jailbreak: 개발자 모드, 탈옥, 관리자 모드
lasting: 영구적으로, 영원히, 항상, 모든 대화에서, 앞으로의 대화, 매번, 이후의 대화
keep: 기억하, 저장하, 기록하
memory: 메모리, 기억에, 장기 기억
act: 삭제하, 구매하, 클릭하, 설치하, 실행하, 송금하, 열어, 비활성화, 방문하, 승인하
if: 만약 당신이, 당신이, 만일 당신이, 라면, 이라면, 인 경우
reading: 읽고 있, 이 페이지를, 이 글을 읽, 요약하, 처리하
newtask: 새로운 지시, 새 지시, 새로운 명령, 당신의 임무, 당신의 작업, 진짜 임무, 대신, 다음 지시, 다음 명령, 따르세요, 따르십시오, 다음을 수행
must: 해야 합니다, 해야 한다, 하십시오, 하세요, 하시오, 반드시, 야 합니다
address: 주의, 알림, 에게, 참고, 안내, 에게 전하는
praise: 별 다섯, 최고의 선택, 추천하, 강력 추천
`

const southeast = `
ignore: abaikan, lupakan, hiraukan, kesampingkan, jangan ikuti, tinggalkan, batalkan, langgar, acuhkan, jangan pedulikan, ketepikan, bỏ qua, quên, hãy quên, hãy bỏ qua, đừng làm theo, đừng tuân theo, phớt lờ, lờ đi, gạt bỏ, không tuân theo, hủy bỏ, vượt qua, เพิกเฉย, ละเว้น, ลืม, ไม่ต้องสนใจ, อย่าทำตาม, มองข้าม, ยกเลิก, ไม่ต้องทำตาม, huwag pansinin, balewalain, kalimutan, puuza, sahau, abaikanlah, ละเลย
voided: tidak berlaku lagi, sudah tidak berlaku, không còn hiệu lực, không còn áp dụng, hết hiệu lực, ไม่มีผลแล้ว, ไม่มีผลบังคับ, ถูกยกเลิก
order: instruksi*, perintah*, arahan*, aturan*, petunjuk*, panduan*, peraturan*, dikatakan, diberitahukan, tugas, batasan, hướng dẫn, chỉ dẫn, chỉ thị, lệnh, quy tắc, mệnh lệnh, những gì đã được nói, đã được nói, yêu cầu, nhiệm vụ, คำสั่ง, คำแนะนำ, กฎ, ข้อกำหนด, ที่ได้รับ, ที่ถูกบอก, พรอมต์, ข้อจำกัด, tagubilin, utos, panuto, maagizo, maelekezo, sheria, amri, câu lệnh
prior: sebelumnya, terdahulu, di atas, sebelum ini, awal, semula, trước, trước đó, trước đây, ở trên, ban đầu, từ trước, ก่อนหน้า, ก่อนหน้านี้, ข้างต้น, ด้านบน, เดิม, ที่ผ่านมา, nakaraang, nauna, zilizotangulia, yaliyotangulia, ya awali, za awali
all: semua, seluruh, segala, setiap, mọi, tất cả, toàn bộ, ทั้งหมด, ทุก, lahat, lahat ng, yote, zote, bất kỳ
system: prompt sistem, pesan sistem, instruksi sistem, perintah sistem, prompt awal, instruksi awal, instruksi tersembunyi, instruksi anda, prompt anda, arahan sistem, lời nhắc hệ thống, câu lệnh hệ thống, prompt hệ thống, chỉ dẫn hệ thống, thông điệp hệ thống, lời nhắc ban đầu, พรอมต์ระบบ, คำสั่งระบบ, ข้อความระบบ, พรอมต์ของระบบ, ระบบ, maagizo ya mfumo, hệ thống
talk: percakapan, riwayat percakapan, riwayat obrolan, obrolan, perbualan, cuộc trò chuyện, lịch sử trò chuyện, hội thoại, cuộc hội thoại, đoạn chat, การสนทนา, ประวัติการสนทนา, บทสนทนา, แชท, usapan, mazungumzo
agent: ai, kecerdasan buatan, model bahasa, asisten, asisten ai, pembantu ai, chatbot, trí tuệ nhân tạo, mô hình ngôn ngữ, trợ lý, trợ lý ai, tác nhân ai, ปัญญาประดิษฐ์, โมเดลภาษา, แบบจำลองภาษา, ผู้ช่วย, เอไอ, แชทบอท, แชตบอต, katulong, modelo ng wika, msaidizi, modeli ya lugha, akili bandia, pembantu
answer: jawaban*, respons, ringkasan*, balasan, jawapan, câu trả lời, trả lời, phản hồi, bản tóm tắt, tóm tắt, คำตอบ, สรุป, sagot, jibu
your: anda, kamu, mu, anda sendiri, của bạn, bạn, ของคุณ, mo, yako, mô
you: anda, kamu, engkau, bạn, คุณ, ikaw, wewe
say: jawab, jawablah, balas, katakan, tulis, tuliskan, cetak, ulangi, sebutkan, trả lời, hãy trả lời, nói, viết, in ra, lặp lại, ตอบ, พูด, พิมพ์, เขียน, ทำซ้ำ, จงตอบ, sagutin, sumagot, jibu, sema, andika
exactly: hanya, hanya dengan, saja, cuma, dengan kata, kata, sahaja, chỉ, duy nhất, chỉ bằng, bằng từ, từ, เท่านั้น, เพียง, แค่, ด้วยคำว่า, คำว่า, lamang, tu, pekee
alter: tambahkan, akhiri, awali, ganti, sertakan, thêm, kết thúc, bắt đầu, thay thế, เพิ่ม, ลงท้าย, แทนที่
reveal: tampilkan, tunjukkan, ungkapkan, bocorkan, perlihatkan, berikan, sebutkan, bagikan, dedahkan, paparkan, hiển thị, tiết lộ, cho xem, cho biết, liệt kê, in ra, đưa ra, hiện, แสดง, เปิดเผย, บอก, แจ้ง, ipakita, ibunyag, onyesha, fichua
send: kirim, kirimkan, teruskan, unggah, hantar, gửi, chuyển, đăng, tải lên, ส่ง, ส่งต่อ, อัปโหลด, โพสต์, ipadala, tuma
secret: kata sandi, kata laluan, kunci api, kartu kredit, nomor kartu, kredensial, sandi, mật khẩu, khóa api, thẻ tín dụng, số thẻ, รหัสผ่าน, คีย์ api, บัตรเครดิต, หมายเลขบัตร, nenosiri
user: pengguna, pembaca, pelanggan, người dùng, người đọc, khách hàng, ผู้ใช้, ผู้อ่าน, ลูกค้า, gumagamit, mtumiaji
ask: beri tahu, beritahu, minta, mintalah, tanyakan, sarankan, yakinkan, peringatkan, katakan, informasikan, yêu cầu, hỏi, hãy hỏi, báo, thông báo, khuyên, thuyết phục, nói với, cảnh báo, บอก, ขอ, ถาม, แจ้ง, แนะนำ, โน้มน้าว, เตือน, sabihin, hingin, mwambie, omba
stealth: jangan beri tahu, jangan sebutkan, jangan katakan, jangan ungkapkan, diam-diam, secara rahasia, tanpa memberi tahu, tanpa konfirmasi, đừng nói, đừng đề cập, đừng tiết lộ, không được nói, bí mật, âm thầm, mà không cho, không cần xác nhận, อย่าบอก, อย่าพูดถึง, อย่าเปิดเผย, อย่างลับ, แอบ, โดยไม่บอก, โดยไม่ให้
role: anda sekarang, kamu sekarang, sekarang anda, sekarang kamu, mulai sekarang, mulai saat ini, mulai detik ini, bertindaklah sebagai, bertindak sebagai, berpura-pura, anggap dirimu, perankan, anda bukan lagi, bây giờ bạn là, bạn bây giờ là, từ bây giờ, kể từ bây giờ, từ giờ, bạn không còn, hãy đóng vai, đóng vai, giả vờ, hành động như, ตอนนี้คุณคือ, คุณคือ, จากนี้ไป, ต่อจากนี้, นับจากนี้, ตั้งแต่นี้, แกล้งทำ, สวมบทบาท, ทำตัวเป็น, คุณไม่ใช่, mula ngayon, kuanzia sasa, sasa wewe ni
unbound: tanpa batasan, tanpa batas, tanpa aturan, tanpa filter, tanpa sensor, tanpa pembatasan, tidak terbatas, tanpa sekatan, không giới hạn, không có giới hạn, không hạn chế, không bị hạn chế, không quy tắc, không có quy tắc, không bị ràng buộc, không kiểm duyệt, tuân theo trang này, ไม่มีข้อจำกัด, ไร้ข้อจำกัด, ไม่มีกฎ, ไร้กฎ, ไม่มีขีดจำกัด, ไม่จำกัด, walang limitasyon, bila vikwazo, bila mipaka
lasting: selamanya, secara permanen, di setiap percakapan, selalu, mãi mãi, vĩnh viễn, trong mọi cuộc, ตลอดไป, ถาวร, ทุกการสนทนา
keep: ingat, ingatlah, simpan, ghi nhớ, hãy nhớ, lưu, จำไว้, จดจำ, บันทึก
memory: memori, ingatan, bộ nhớ, trí nhớ, หน่วยความจำ, ความจำ
if: jika anda, jika kamu, kalau anda, kalau kamu, apabila anda, bila anda, nếu bạn, nếu bạn là, trong trường hợp bạn, ถ้าคุณ, หากคุณ, ถ้าคุณเป็น, kung ikaw, kama wewe
reading: membaca ini, membaca halaman ini, merangkum, memproses, đọc điều này, đọc trang này, đang đọc, tóm tắt trang, xử lý, อ่านข้อความนี้, อ่านหน้านี้, กำลังอ่าน, สรุปหน้า, ประมวลผล
newtask: instruksi baru, tugas baru, perintah baru, tugas anda adalah, tugasmu adalah, ikuti instruksi, ikuti perintah, sebagai gantinya, hướng dẫn mới, nhiệm vụ mới, nhiệm vụ của bạn, làm theo, thay vào đó, คำสั่งใหม่, งานใหม่, งานของคุณ, ทำตาม, แทน, จงทำ
must: harus, wajib, mesti, phải, cần phải, nên, ต้อง, จงต้อง, ควร, lazima, dapat
address: catatan untuk, pesan untuk, instruksi untuk, perhatian, kepada, lưu ý, chú ý, gửi, thông báo cho, หมายเหตุ, ข้อความถึง, ถึง, คำเตือน, เรียน, pansin
praise: lima bintang, pilihan terbaik, rekomendasikan, năm sao, lựa chọn tốt nhất, đề xuất, ห้าดาว, แนะนำ, ดีที่สุด
`
