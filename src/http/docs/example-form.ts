/** Returns the markup of a small contact form, as documents for agents show it. */
export function exampleForm(action: string): string {
  return `<form action="${action}" method="post">
  <input name="email" type="email" required>
  <textarea name="message" required></textarea>
  <div hidden><label>Leave this empty <input name="_gotcha" tabindex="-1" autocomplete="off"></label></div>
  <button>Send</button>
</form>`
}
