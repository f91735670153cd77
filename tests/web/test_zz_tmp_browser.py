from tests.web.test_sizes_browser import *

JS = """() => { const w=document.documentElement.clientWidth; const out=[]; for (const e of document.querySelectorAll('body *')) { const r=e.getBoundingClientRect(); if (r.right>w+1 && r.width>0) { let p=e.parentElement, clip=false; while(p){const o=getComputedStyle(p).overflowX; if(o!='visible'){clip=true;break} p=p.parentElement} if(!clip) out.push(e.tagName+'.'+(e.getAttribute('class')||'')+'#'+e.id+' '+Math.round(r.right-w)+' '+e.textContent.trim().slice(0,20)); } } return out.slice(0,12) }"""


def test_x(browser, full_table):
    serving, table = full_table
    one = Device(browser, serving.address, SIZES["phone"])
    for path in PATHS:
        page = one.open(path.format(id=table.id))
        page.evaluate("document.documentElement.dataset.text = '2'")
        page.wait_for_timeout(100)
        print(path, page.evaluate(TOO_WIDE), page.evaluate(JS))
