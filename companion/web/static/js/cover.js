// One device passed round for secret answers: a seat's page is covered until its player has the device. After the
// answer comes the cover of the next player with a secret question, or the table.
const cover = document.querySelector("[data-passed]");
const table = cover.dataset.passed;
let answered = false;

async function nextAddress() {
  try {
    const { questions } = await (await fetch(`${table}state`, { headers: { Accept: "application/json" } })).json();
    const waits = questions.find((one) => one.secret && one.player !== null && !one.aside);
    return waits ? `${table}seat/${waits.player}?passed=yes` : table;
  } catch {
    return table;
  }
}

// Hidden by the page itself: what is secret shows nowhere, though the style sheet comes late or never.
const secrets = document.querySelectorAll("[data-secret]");
const coverUp = (covered) => {
  document.documentElement.toggleAttribute("data-covered", covered);
  for (const one of secrets) one.hidden = covered;
};

cover.querySelector("[data-uncover]").addEventListener("click", () => coverUp(false));
document.addEventListener("stepped", async ({ detail }) => {
  if (answered || (detail.what !== "decisions" && detail.what !== "answers")) return;
  answered = true;
  coverUp(true);
  location.replace(await nextAddress());
});
